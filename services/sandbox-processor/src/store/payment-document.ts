import { nextDueAt } from '../domain/advance.ts';
import type { Payment } from '../domain/payment.ts';
import { never } from './never.ts';

/** A payment as it is stored: the payment itself and the time when it next has to be looked at. */
export interface PaymentDocument extends Omit<Payment, 'id'> {
  readonly _id: string;
  readonly wakeAt: Date;
}

export function toDocument({ id, ...rest }: Payment): PaymentDocument {
  return { _id: id, ...rest, wakeAt: nextDueAt({ id, ...rest }) ?? never };
}

export function toPayment({ _id, wakeAt: _wakeAt, ...rest }: PaymentDocument): Payment {
  // Payments that were stored before these members were added have none of them.
  return {
    id: _id,
    ...rest,
    client: rest.client ?? null,
    clientToken: rest.clientToken ?? null,
    device: rest.device ?? null,
    holdsRefunds: rest.holdsRefunds ?? false,
    lastCallback: rest.lastCallback ?? null,
    isHidden: rest.isHidden ?? false,
    statusAt: rest.statusAt ?? rest.updatedAt,
  };
}
