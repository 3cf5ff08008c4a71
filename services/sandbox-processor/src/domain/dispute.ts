type DisputeStatus = 'open' | 'won' | 'lost';

/** A payer's bank asks for the money back. `won` is the merchant's view: the money stays. */
export interface Dispute {
  readonly id: string;
  readonly status: DisputeStatus;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Money that the dispute holds or has taken. */
export function disputedMinor(dispute: Dispute | null): number {
  return dispute === null || dispute.status === 'won' ? 0 : dispute.amountMinor;
}
