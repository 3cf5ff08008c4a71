import { later } from './timing.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/**
 * A dispute: the payer's bank reclaims the money. `won` is the merchant's view: the money stays with the
 * merchant.
 */
export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly openedAt: Date;
  /** Until when the merchant can answer the bank; null for a dispute from before this date was stored. */
  readonly respondBy: Date | null;
  /** When the dispute reached its status. */
  readonly updatedAt: Date;
  /** Whether the dispute is missing from the processor's own books. A tester can cause that. */
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

/** The money that the dispute withholds or has taken. */
export function disputedMinor(dispute: Dispute | null): number {
  return dispute === null || dispute.status === 'won' ? 0 : dispute.amountMinor;
}
