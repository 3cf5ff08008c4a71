/** A fault, and what Kassa must do when it happens. Titles of tests name the fault by its number. */
export interface FaultRow {
  readonly number: number;
  readonly fault: string;
  readonly mustHappen: string;
}

export function row(number: number, fault: string, mustHappen: string): FaultRow {
  return { number, fault, mustHappen };
}
