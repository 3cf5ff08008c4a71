import { NONCE_LIFETIME_MS } from '@kassa/contracts';
import type { NonceStore } from '../../src/ports/nonce-store.ts';

export class InMemoryNonces implements NonceStore {
  readonly #expiries = new Map<string, number>();

  async spend(merchantId: string, nonce: string, realNow: Date): Promise<'fresh' | 'used'> {
    const key = JSON.stringify([merchantId, nonce]);
    const nowMs = realNow.getTime();
    if ((this.#expiries.get(key) ?? 0) > nowMs) return 'used';
    this.#expiries.set(key, nowMs + NONCE_LIFETIME_MS);
    return 'fresh';
  }
}
