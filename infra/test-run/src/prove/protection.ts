/** A part of the code that protects against a fault, how to remove it, and the tests that must then fail. */
export interface Protection {
  readonly faults: readonly number[];
  /** What it protects against, in words. */
  readonly what: string;
  readonly file: string;
  /** This string stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly seenBy: SeeingTests | SeeingFaultCheck;
}

export interface SeeingTests {
  readonly project: string;
  readonly file: string;
  /** The title of the tests, or a part of it. */
  readonly title: string;
}

/** A check of the fault harness, on two real instances. */
export interface SeeingFaultCheck {
  /** The beginning of the check's title. */
  readonly faultCheck: string;
}
