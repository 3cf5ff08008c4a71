/** What happens if a request that changes something is sent a second time. */
export type Repeating =
  /** The second request gets the result of the first one, because this member of its body identifies it. */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /** The request could be applied twice, so it is retried only if it was certainly not applied. */
  | { readonly kind: 'may_apply_twice' };
