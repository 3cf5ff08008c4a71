import { createHash, timingSafeEqual } from 'node:crypto';
import {
  accepts,
  BOOTSTRAP_NAME,
  type Operator,
  type OperatorToken,
  operatorTokenIdOf,
} from '../../domain/operator/operator-token.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperatorTokens } from '../../ports/operator-tokens.ts';
import { StorageRefused } from '../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';

/** The minimum time between two records of a token's use. */
const NOTE_USE_EVERY_MS = 60_000;

const tokenForm = /^kop_[A-Za-z0-9_-]{43}$/;

interface Dependencies {
  readonly operatorTokens: OperatorTokens;
  /** The token that the gateway was started with, whose role is admin; null if there is none. */
  readonly bootstrapToken: string | null;
  readonly clock: Clock;
}

/** Finds out who makes a call at the operations port. */
export class IdentifyOperator {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Returns undefined if the token is wrong, expired or revoked. */
  async execute(token: string): Promise<Operator | undefined> {
    const { bootstrapToken, operatorTokens, clock } = this.#deps;
    if (bootstrapToken !== null && isSame(token, bootstrapToken))
      return { name: BOOTSTRAP_NAME, role: 'admin' };
    if (!tokenForm.test(token)) return undefined;
    const now = clock.realNow();
    const stored = await operatorTokens.find(operatorTokenIdOf(token));
    if (stored === undefined || !accepts(stored, token, now)) return undefined;
    await this.#noteUse(stored, now);
    return { name: stored.name, role: stored.role };
  }

  async #noteUse({ tokenId, lastUsedAt }: OperatorToken, now: Date): Promise<void> {
    if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < NOTE_USE_EVERY_MS) return;
    try {
      await this.#deps.operatorTokens.noteUse(tokenId, now);
    } catch (error) {
      // The token is valid, but its use could not be recorded. That is no reason to refuse the call.
      if (!(error instanceof TemporarilyUnavailable || error instanceof StorageRefused)) throw error;
    }
  }
}

/** Compares hashes, which always have the same length. So the time that the comparison takes reveals nothing about the token. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
