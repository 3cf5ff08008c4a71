/** One thing that was looked at when a signature was verified. */
export interface Finding {
  readonly part: string;
  readonly holds: boolean;
  /** What is there, or what is wrong. */
  readonly detail: string;
  /** What to check or do; empty when it holds. */
  readonly whatToDo: string;
}

export function holds(part: string, detail: string): Finding {
  return { part, holds: true, detail, whatToDo: '' };
}

export function fails(part: string, detail: string, whatToDo: string): Finding {
  return { part, holds: false, detail, whatToDo };
}
