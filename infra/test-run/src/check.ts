/** A program that checks the code without running it. Its exit code is 0 if it finds no fault. */
export interface Check {
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
}
