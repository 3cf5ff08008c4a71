/**
 * A part of the code that protects against a fault, and the tests that must fail once this code is removed. If they do, the
 * protection is proven to be tested.
 */
export interface Protection {
  readonly faults: readonly number[];
  /** What it protects against, in words. */
  readonly what: string;
  readonly file: string;
  /**
   * The code that protects. To remove the protection, this string is replaced by `replace`. The file must contain it exactly
   * once.
   */
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

/**
 * A check of the fault harness that must fail without the protection. The harness runs two real instances, so it can test
 * protections that other tests cannot.
 */
export interface SeeingFaultCheck {
  /** The beginning of the check's title. */
  readonly faultCheck: string;
}
