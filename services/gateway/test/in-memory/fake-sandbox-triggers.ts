import type { SandboxTrigger } from '@kassa/contracts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import type { SandboxTriggers, TriggerAnswer } from '../../src/ports/sandbox-triggers.ts';
import type { FakeChannel } from './fake-channel.ts';

const refused = (reason: string): TriggerAnswer => ({ kind: 'not_possible', reason });
const pulled: TriggerAnswer = { kind: 'pulled' };

/** The triggers of the fake channel. They send no callbacks, so a test applies the results itself. */
export class FakeSandboxTriggers implements SandboxTriggers {
  readonly #channel: FakeChannel;
  readonly #disputes = new Map<string, 'open' | 'won' | 'lost'>();

  readonly #held = new Set<string>();

  constructor(channel: FakeChannel) {
    this.#channel = channel;
  }

  async pull({ attemptId }: PaymentReference, what: SandboxTrigger): Promise<TriggerAnswer> {
    if (!this.#channel.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    const payment = this.#channel.payments.get(attemptId);
    if (payment === undefined) return { kind: 'unavailable', detail: 'unknown payment' };
    const { amount, result } = payment;
    const isPaid = result?.kind === 'succeeded';
    switch (what) {
      case 'partial_payment':
        return refused('It is paid as a whole.');
      case 'payment_succeeded':
      case 'payment_failed':
      case 'amount_mismatch': {
        if (result !== null) return refused('It has ended.');
        const paid = { ...amount, amountMinor: amount.amountMinor + (what === 'amount_mismatch' ? 1 : 0) };
        const failure = {
          code: 'payment_refused',
          message: 'Refused.',
          category: 'cancelled_at_processor',
        } as const;
        this.#channel.settle(
          attemptId,
          what === 'payment_failed'
            ? { kind: 'failed', failure, card: null }
            : { kind: 'succeeded', paid, card: null },
        );
        return pulled;
      }
      case 'late_success':
      case 'second_payment':
        if (isPaid) return refused('It has succeeded.');
        this.#channel.settle(attemptId, { kind: 'succeeded', paid: amount, card: null });
        return pulled;
      case 'refunds_held':
        this.#held.add(attemptId);
        return pulled;
      case 'refunds_released': {
        if (!this.#held.delete(attemptId)) return refused('Its refunds are not held.');
        for (const [refundId, refund] of this.#channel.refunds) {
          if (refund.attemptId === attemptId && refund.result === null) this.#channel.settleRefund(refundId);
        }
        return pulled;
      }
      case 'refund_succeeded':
      case 'refund_failed': {
        const [refundId] =
          [...this.#channel.refunds].find(
            ([, refund]) => refund.attemptId === attemptId && refund.result === null,
          ) ?? [];
        if (refundId === undefined) return refused('It has no pending refund.');
        this.#channel.settleRefund(refundId);
        return pulled;
      }
      case 'dispute_opened':
        if (!isPaid || this.#disputes.has(attemptId)) return refused('It cannot be disputed.');
        this.#disputes.set(attemptId, 'open');
        return pulled;
      case 'dispute_won':
      case 'dispute_lost':
        if (this.#disputes.get(attemptId) !== 'open') return refused('It has no open dispute.');
        this.#disputes.set(attemptId, what === 'dispute_won' ? 'won' : 'lost');
        return pulled;
      case 'callback_repeated':
        return result === null ? refused('Nothing was reported yet.') : pulled;
    }
  }
}
