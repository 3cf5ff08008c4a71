/** What the gateway does with the second of two identical requests that change something. */
export type Repeating =
  /** The gateway answers a repeated request with the first result. It recognises the request by this member of the body. */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /**
   * The gateway could apply a repeated request a second time. So the SDK retries it only if it was certainly not applied
   * before.
   */
  | { readonly kind: 'may_apply_twice' };
