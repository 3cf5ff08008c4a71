/** What the gateway does if it receives a request that changes something a second time. */
export type Repeating =
  /**
   * The gateway applies the request only once and answers a repetition with the first result. `idempotentBy` names the member
   * of the body by which it recognises the repetition.
   */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /**
   * The gateway could apply a repeated request a second time. So the SDK retries it only if it was certainly not applied
   * before.
   */
  | { readonly kind: 'may_apply_twice' };
