/** What the gateway does if it receives the same state-changing request twice. */
export type Repeating =
  /**
   * The gateway applies the request only once, and answers a repeated request with the first result. `idempotentBy` names the
   * member of the body by which the gateway recognises the repeated request.
   */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /**
   * The gateway could apply a repeated request a second time. So the SDK retries the request only if it is certain that the
   * gateway has not applied it.
   */
  | { readonly kind: 'may_apply_twice' };
