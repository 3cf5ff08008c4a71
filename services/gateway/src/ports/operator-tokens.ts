import type { OperatorToken } from '../domain/operator/operator-token.ts';

export type MayRevoke = (issued: readonly OperatorToken[]) => boolean;

/** The tokens of the operators. They are never removed, so that the list shows who had access. */
export interface OperatorTokens {
  insert(token: OperatorToken): Promise<void>;
  find(tokenId: string): Promise<OperatorToken | undefined>;
  /** Returns all tokens, the newest first. */
  list(): Promise<readonly OperatorToken[]>;
  /**
   * Revokes a token and returns it. A token that is already revoked stays unchanged. Returns undefined if the token does not
   * exist.
   *
   * @param mayRevoke gets all tokens, the newest first, and decides whether this one may be revoked. If it may not, the token
   *   stays unchanged and the answer is `kept`. If another instance revokes a token in between, `mayRevoke` is called again
   *   with the new list.
   */
  revoke(tokenId: string, at: Date, mayRevoke: MayRevoke): Promise<OperatorToken | 'kept' | undefined>;
  /** Notes that a token was used. An earlier time never replaces a later one. */
  noteUse(tokenId: string, at: Date): Promise<void>;
}
