import type { OperatorToken } from '../domain/operator/operator-token.ts';

/** The tokens of the operators. They are never removed, so that the list shows who had access. */
export interface OperatorTokens {
  insert(token: OperatorToken): Promise<void>;
  find(tokenId: string): Promise<OperatorToken | undefined>;
  /** Returns all tokens, the newest first. */
  list(): Promise<readonly OperatorToken[]>;
  /** Revokes a token and returns it. A token that is already revoked stays as it is. Returns undefined if there is none. */
  revoke(tokenId: string, at: Date): Promise<OperatorToken | undefined>;
  /** Notes that a token was used. An earlier time never replaces a later one. */
  noteUse(tokenId: string, at: Date): Promise<void>;
}
