/** What comes of sending a request that changes something a second time. */
export type Repeating =
  /** The same result again: it is idempotent by this member of its body. */
  | { readonly kind: 'harmless'; readonly idempotentBy: string }
  /** It may be done twice, so it is only repeated when it was certainly not done. */
  | { readonly kind: 'may_apply_twice' };
