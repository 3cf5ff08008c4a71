/** A part of the code that holds a row of faults, how to take it out, and the tests that must then turn red. */
export interface Protection {
  readonly faults: readonly number[];
  /** What it protects against, in words. */
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly seenBy: SeeingTests | SeeingFaultCheck;
}

export interface SeeingTests {
  readonly project: string;
  readonly file: string;
  /** The title, or a part of it. */
  readonly title: string;
}

/** A check of the fault harness, on two real instances. */
export interface SeeingFaultCheck {
  /** The beginning of its title. */
  readonly faultCheck: string;
}
