import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type { ChannelBooks } from './invariants/channel-books.ts';
import { type ChannelMood, LedgerChannel, type Reports } from './ledger-channel.ts';

/** Which of the channels something is about. */
export type Reach = 'first' | 'both';

/** Two channels that take the same payments, the first preferred; what happens to a payment happens where it is. */
export class Ledgers {
  readonly #reports: Reports = { callbacks: [], disputes: new Map() };
  readonly first = new LedgerChannel('Sandbox', this.#reports);
  readonly other = new LedgerChannel('Other', this.#reports);
  readonly #both = [this.first, this.other];

  get callbacks(): Reports['callbacks'] {
    return this.#reports.callbacks;
  }

  get disputes(): Reports['disputes'] {
    return this.#reports.disputes;
  }

  get payments(): LedgerChannel['payments'] {
    return new Map(this.#both.flatMap(({ payments }) => [...payments]));
  }

  get refunds(): LedgerChannel['refunds'] {
    return new Map(this.#both.flatMap(({ refunds }) => [...refunds]));
  }

  setMood(mood: Partial<ChannelMood>, reach: Reach = 'both'): void {
    for (const channel of reach === 'both' ? this.#both : [this.first]) {
      channel.mood = { ...channel.mood, ...mood };
    }
  }

  conclude(attemptId: string, kind: PaymentResult['kind']): void {
    this.#of(attemptId).conclude(attemptId, kind);
  }

  concludeRefund(refundId: string, kind: 'succeeded' | 'failed'): void {
    this.#both.find(({ refunds }) => refunds.has(refundId))?.concludeRefund(refundId, kind);
  }

  openDispute(attemptId: string, amountMinor: number): void {
    this.#of(attemptId).openDispute(attemptId, amountMinor);
  }

  resolveDispute(channelReference: string, outcome: 'won' | 'lost'): void {
    const dispute = this.disputes.get(channelReference);
    if (dispute !== undefined) this.#of(dispute.attemptId).resolveDispute(channelReference, outcome);
  }

  takeWrongAmount(attemptId: string): void {
    this.#of(attemptId).takeWrongAmount(attemptId);
  }

  failToCollect(attemptId: string): void {
    this.#of(attemptId).failToCollect(attemptId);
  }

  /** The books of both. */
  books(): ChannelBooks {
    const books = this.#both.map((channel) => channel.books());
    return {
      payments: books.flatMap(({ payments }) => payments),
      refunds: books.flatMap(({ refunds }) => refunds),
      disputes: [...this.disputes.values()],
    };
  }

  #of(attemptId: string): LedgerChannel {
    return this.other.payments.has(attemptId) ? this.other : this.first;
  }
}
