/** A sentence about what is wrong. */
export type Fault = string;

export function faultsIf(...claims: readonly (readonly [isWrong: boolean, sentence: string])[]): Fault[] {
  return claims.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}
