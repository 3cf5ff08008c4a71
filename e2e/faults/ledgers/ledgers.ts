/**
 * The ledgers that are compared: what the gateway stored, what the channel did with the money, which events the merchants
 * received, and what the gateway acknowledged to its callers. Amounts are in minor units.
 */
export interface Ledgers {
  readonly gateway: GatewayLedger;
  readonly channel: ChannelLedger;
  readonly receipts: readonly Receipt[];
  readonly acknowledged: AcknowledgedLedger;
}

export interface GatewayLedger {
  readonly orders: readonly GatewayOrder[];
  readonly events: readonly GatewayEvent[];
}

export interface GatewayOrder {
  readonly orderId: string;
  readonly number: string;
  readonly state: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly paidByAttemptId: string | null;
  readonly attempts: readonly { readonly attemptId: string; readonly state: string }[];
  readonly refunds: readonly GatewayRefund[];
  readonly lostToDisputeMinor: number;
  readonly hasOpenDispute: boolean;
  readonly lastSequence: number;
  readonly outbox: readonly number[];
}

export interface GatewayRefund {
  readonly refundId: string;
  readonly number: string;
  readonly amountMinor: number;
  readonly state: string;
  readonly attemptId: string;
  /**
   * Whether the gateway itself made the refund, to return a late or duplicate payment. The merchant did not request it, so it
   * does not count toward the refunds that the merchant may request.
   */
  readonly isAutomatic: boolean;
}

export interface GatewayEvent {
  readonly eventId: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly state: string;
}

export interface ChannelLedger {
  readonly payments: readonly ChannelPayment[];
}

export interface ChannelPayment {
  readonly id: string;
  /** The gateway's attempt. */
  readonly reference: string;
  readonly status: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly refunds: readonly ChannelRefund[];
  readonly dispute: string | null;
}

export interface ChannelRefund {
  /** The gateway's refund. */
  readonly reference: string;
  readonly status: string;
  readonly amountMinor: number;
}

/** One arrival of an event at its merchant. Receipts are stored in the order of their arrival. */
export interface Receipt {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly orderId: string;
  readonly sequence: number;
  readonly body: string;
  readonly receivedAtMs: number;
  readonly isAcknowledged: boolean;
}

export interface AcknowledgedLedger {
  readonly orders: readonly {
    readonly orderId: string;
    readonly number: string;
    readonly amountMinor: number;
  }[];
  readonly refunds: readonly {
    readonly number: string;
    readonly orderId: string;
    readonly amountMinor: number;
  }[];
  /** Refunds that the gateway permanently refused. It is a contradiction if one of them is in another ledger. */
  readonly refusedRefunds: readonly { readonly number: string; readonly orderId: string }[];
}
