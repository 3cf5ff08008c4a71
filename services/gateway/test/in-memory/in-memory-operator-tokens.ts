import type { OperatorToken } from '../../src/domain/operator/operator-token.ts';
import type { OperatorTokens } from '../../src/ports/operator-tokens.ts';

export class InMemoryOperatorTokens implements OperatorTokens {
  readonly #tokens = new Map<string, OperatorToken>();

  async insert(token: OperatorToken): Promise<void> {
    this.#tokens.set(token.tokenId, token);
  }

  async find(tokenId: string): Promise<OperatorToken | undefined> {
    return this.#tokens.get(tokenId);
  }

  async list(): Promise<readonly OperatorToken[]> {
    return [...this.#tokens.values()].sort(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
    );
  }

  async revoke(tokenId: string, at: Date): Promise<OperatorToken | undefined> {
    const token = this.#tokens.get(tokenId);
    if (token?.revokedAt === null) this.#tokens.set(tokenId, { ...token, revokedAt: at });
    return this.#tokens.get(tokenId);
  }

  async noteUse(tokenId: string, at: Date): Promise<void> {
    const token = this.#tokens.get(tokenId);
    if (token !== undefined && (token.lastUsedAt ?? new Date(0)) < at) {
      this.#tokens.set(tokenId, { ...token, lastUsedAt: at });
    }
  }
}
