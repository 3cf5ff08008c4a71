/** What a run of the tests of a protection shows. */
export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly message: string }
  /** No test ran. This proves nothing, whether the protection is in place or not. */
  | { readonly kind: 'did not run'; readonly message: string };
