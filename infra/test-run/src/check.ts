/** A program that reads the code without running it, and ends with exit code 0 if the code is right. */
export interface Check {
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
}
