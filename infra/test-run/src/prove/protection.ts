/**
 * A part of the code that protects against a fault. To prove that it is tested, it is removed, and certain tests must then
 * fail. This type names the code and the tests.
 */
export interface Protection {
  readonly faults: readonly number[];
  /** What it protects against, in words. */
  readonly what: string;
  readonly file: string;
  /** The code to remove. The file must contain this string exactly once. */
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

/** A check of the fault harness that must fail without the protection. The harness works with two real instances. */
export interface SeeingFaultCheck {
  /** The beginning of the check's title. */
  readonly faultCheck: string;
}
