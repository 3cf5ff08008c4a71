import { later } from './timing.ts';

export type DisputeStatus = 'open' | 'won' | 'lost';

/** A dispute: the payer's bank reclaims the money. `won` means that the merchant has won and keeps the money. */
export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly openedAt: Date;
  /** Until when the merchant can answer the bank. Null for a dispute that an earlier version stored, without this date. */
  readonly respondBy: Date | null;
  /** When the dispute reached its status. */
  readonly updatedAt: Date;
  /** Whether the processor's own books hide the dispute. A tester can cause that. */
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

/** The money that the dispute holds back or has taken from the merchant. */
export function disputedMinor(dispute: Dispute | null): number {
  return dispute === null || dispute.status === 'won' ? 0 : dispute.amountMinor;
}
