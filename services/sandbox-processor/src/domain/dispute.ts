import { later } from './timing.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/** A payer's bank asks for the money back. `won` is the merchant's view: the money stays. */
export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly openedAt: Date;
  /** Until when the merchant can answer the bank; null for one that was opened before this was kept. */
  readonly respondBy: Date | null;
  /** When it came to its status. */
  readonly updatedAt: Date;
  /** Whether the processor's own books have lost it, as a tester can bring about. */
  readonly isHidden: boolean;
}

const timeToRespondMs = 14 * 24 * 60 * 60 * 1000;

export function newDispute(money: Pick<Dispute, 'id' | 'amountMinor' | 'currency'>, now: Date): Dispute {
  return {
    ...money,
    status: 'open',
    openedAt: now,
    respondBy: later(now, timeToRespondMs),
    updatedAt: now,
    isHidden: false,
  };
}

/** Money that the dispute holds or has taken. */
export function disputedMinor(dispute: Dispute | null): number {
  return dispute === null || dispute.status === 'won' ? 0 : dispute.amountMinor;
}
