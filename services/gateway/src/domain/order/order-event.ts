import type { EventType, OrderState } from '@kassa/contracts';
import type { AttemptFailure } from '../attempt/payment-attempt.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Refund } from '../refund/refund.ts';

/** Something that happened to an order and that its merchant is to hear, as it was at that moment. */
export interface OrderEvent {
  /** 1, 2, 3 … per order, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  readonly occurredAt: Date;
  /** The order's state right after the change. */
  readonly state: OrderState;
  readonly refund?: Refund;
  readonly failure?: AttemptFailure;
  readonly dispute?: Dispute;
}

/** What an event is about, besides the order. */
export type EventSubject = Pick<OrderEvent, 'refund' | 'failure' | 'dispute'>;
