import type { OperatorToken } from '../../src/domain/operator/operator-token.ts';
import type { MayRevoke, OperatorTokens } from '../../src/ports/operator-tokens.ts';

export class InMemoryOperatorTokens implements OperatorTokens {
  readonly #tokens = new Map<string, OperatorToken>();

  async insert(token: OperatorToken): Promise<void> {
    this.#tokens.set(token.tokenId, token);
  }

  async find(tokenId: string): Promise<OperatorToken | undefined> {
    return this.#tokens.get(tokenId);
  }

  async list(): Promise<readonly OperatorToken[]> {
    return this.#newestFirst();
  }

  async revoke(tokenId: string, at: Date, mayRevoke: MayRevoke): Promise<OperatorToken | 'kept' | undefined> {
    const token = this.#tokens.get(tokenId);
    if (token === undefined || token.revokedAt !== null) return token;
    if (!mayRevoke(this.#newestFirst())) return 'kept';
    const revoked = { ...token, revokedAt: at };
    this.#tokens.set(tokenId, revoked);
    return revoked;
  }

  async noteUse(tokenId: string, at: Date): Promise<void> {
    const token = this.#tokens.get(tokenId);
    if (token !== undefined && (token.lastUsedAt ?? new Date(0)) < at) {
      this.#tokens.set(tokenId, { ...token, lastUsedAt: at });
    }
  }

  #newestFirst(): readonly OperatorToken[] {
    return [...this.#tokens.values()].sort(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
    );
  }
}
