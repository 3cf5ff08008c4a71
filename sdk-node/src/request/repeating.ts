/** The effect of sending a changing request a second time. */
export type Repeating =
  /** The same result, because the request is idempotent by this member of its body. */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /** The request could be applied twice, so it is retried only if it was certainly not applied. */
  | { readonly kind: 'may_apply_twice' };
