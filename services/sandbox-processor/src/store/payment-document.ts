import { nextDueAt } from '../domain/advance.ts';
import type { Dispute } from '../domain/dispute.ts';
import type { Payment } from '../domain/payment.ts';
import { never } from './never.ts';

/** A payment as stored in the database. `wakeAt` is the time of its next due work, such as a callback to send. */
export interface PaymentDocument extends Omit<Payment, 'id' | 'dispute'> {
  readonly _id: string;
  readonly dispute: DisputeDocument | null;
  readonly wakeAt: Date;
}

type DisputeMoney = 'id' | 'status' | 'amountMinor' | 'currency';
/** A stored dispute. If an earlier version stored it, some members can be missing. */
type DisputeDocument = Pick<Dispute, DisputeMoney> & Partial<Omit<Dispute, DisputeMoney>>;

export function toDocument({ id, ...rest }: Payment): PaymentDocument {
  return { _id: id, ...rest, wakeAt: nextDueAt({ id, ...rest }) ?? never };
}

export function toPayment({ _id, wakeAt: _wakeAt, ...rest }: PaymentDocument): Payment {
  // The members that can be missing in a stored payment, because earlier versions did not have them.
  return {
    id: _id,
    ...rest,
    client: rest.client ?? null,
    clientToken: rest.clientToken ?? null,
    wallet: rest.wallet ?? null,
    device: rest.device ?? null,
    dispute: rest.dispute && toDispute(rest.dispute, rest.updatedAt),
    holdsRefunds: rest.holdsRefunds ?? false,
    lastCallback: rest.lastCallback ?? null,
    isHidden: rest.isHidden ?? false,
    statusAt: rest.statusAt ?? rest.updatedAt,
  };
}

function toDispute(dispute: DisputeDocument, changedAt: Date): Dispute {
  return { openedAt: changedAt, respondBy: null, updatedAt: changedAt, isHidden: false, ...dispute };
}
