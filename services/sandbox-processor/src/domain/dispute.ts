import { later } from './timing.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/** A dispute, in which the payer's bank reclaims the money of a payment. `won` means that the merchant keeps the money. */
export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly openedAt: Date;
  /**
   * The time until which the merchant can respond to the bank. Null for a dispute that an earlier version of the processor
   * stored, because that version did not record this time.
   */
  readonly respondBy: Date | null;
  /** When the dispute reached its status. */
  readonly updatedAt: Date;
  /** Whether a tester has hidden the dispute from the processor's own books. */
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

/**
 * Returns the amount that a dispute withholds from the merchant, in minor units. It is the dispute's amount while the dispute
 * is open and after it was lost; otherwise it is 0.
 */
export function disputedMinor(dispute: Dispute | null): number {
  return dispute === null || dispute.status === 'won' ? 0 : dispute.amountMinor;
}
