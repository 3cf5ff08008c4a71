/** The result of one check made while verifying a signature. */
export interface Finding {
  readonly part: string;
  readonly holds: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
  /** What the user can check or do; empty if the check passed. */
  readonly whatToDo: string;
}

export function holds(part: string, detail: string): Finding {
  return { part, holds: true, detail, whatToDo: '' };
}

export function fails(part: string, detail: string, whatToDo: string): Finding {
  return { part, holds: false, detail, whatToDo };
}
