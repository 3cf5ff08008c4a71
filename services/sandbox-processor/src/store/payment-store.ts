import type { Db } from 'mongodb';
import type { Payment } from '../domain/payment.ts';
import { type PaymentDocument, toDocument, toPayment } from './payment-document.ts';
import { VersionedStore } from './versioned-store.ts';

export type PaymentStore = VersionedStore<Payment, PaymentDocument>;

export function paymentStore(database: Db): PaymentStore {
  return new VersionedStore(database.collection<PaymentDocument>('payments'), {
    toDocument,
    toEntity: toPayment,
  });
}
