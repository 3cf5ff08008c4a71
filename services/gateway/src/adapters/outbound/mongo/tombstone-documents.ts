import { attemptStates, disputeStates, refundStates, renderTypes } from '@kassa/contracts';
import type { Connection, Model } from 'mongoose';
import {
  type ArchivePlace,
  bareAttempt,
  bareRefund,
  type KeptAttempt,
  type KeptOpening,
  type KeptRefund,
  keptOpening,
  type PaymentSetAside,
  type Tombstone,
} from '../../../domain/archive/tombstone.ts';
import type { PaymentAttempt } from '../../../domain/attempt/payment-attempt.ts';
import type { DisputeSetAside } from '../../../domain/reconciliation/own-entry.ts';
import type { Refund } from '../../../domain/refund/refund.ts';
import { hoursOfMoves } from '../../../domain/settlement/money-moves.ts';
import { collectionModel } from './collection-model.ts';
import {
  absentOr,
  always,
  collectionSchema,
  listOf,
  moment,
  money,
  oneOf,
  orNull,
  part,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';
import { dispute, refundReversal, reportedMoney } from './order-schema.ts';
import { type StoredDocument, TOMBSTONE_SCHEMA } from './schema-numbers.ts';

/**
 * A stored tombstone. It replaces an archived order in the collection `orders`, under the order's ID. So the primary key still
 * prevents a second order with this ID. The members by which reports find an order have the same paths as in an order. The
 * members by which orders are listed have other paths, so that no list of orders or refunds reads tombstones. There may be
 * millions of tombstones.
 */
export interface TombstoneDocument extends StoredDocument {
  readonly version: number;
  readonly order: Pick<
    Tombstone,
    'merchantId' | 'merchantTransactionId' | 'amount' | 'dispute' | 'wonDisputes' | 'lostDisputes'
  > & {
    readonly attempts: readonly StoredAttempt[];
    readonly refunds: readonly StoredRefund[];
    readonly quarantine: readonly PaymentSetAside[];
    /** Absent if there are none, and in tombstones that an earlier version of the gateway stored. */
    readonly disputesSetAside?: readonly DisputeSetAside[];
  };
  readonly due: { readonly moneyHours?: readonly Date[] };
  readonly tombstone: Pick<Tombstone, 'fingerprint' | 'createdAt' | 'expiresAt' | 'lastSequence' | 'place'>;
}

type StoredAttempt = Omit<KeptAttempt, 'opening'> & { readonly openedAs: KeptOpening | null };
type StoredRefund = Omit<KeptRefund, 'createdAt'> & { readonly acceptedAt: Date };

const schema = collectionSchema<TombstoneDocument>(
  'orders',
  {
    version: whole,
    order: part<TombstoneDocument['order']>({
      merchantId: text,
      merchantTransactionId: text,
      amount: money,
      attempts: listOf(
        part<StoredAttempt>({
          attemptId: text,
          methodCode: text,
          channelId: text,
          channelType: text,
          state: oneOf(...attemptStates),
          openedAs: orNull(part<KeptOpening>({ channelReference: text, renderType: oneOf(...renderTypes) })),
          paymentReference: orNull(text),
          openedAt: moment,
          endedAt: orNull(moment),
        }),
      ),
      refunds: listOf(
        part<StoredRefund>({
          refundId: text,
          transactionId: text,
          amount: money,
          state: oneOf(...refundStates),
          attemptId: text,
          origin: oneOf('merchant', 'late_payment', 'second_payment'),
          channelReference: orNull(text),
          acceptedAt: moment,
          completedAt: orNull(moment),
          isMadeAtProcessor: absentOr(always),
          isMadeByHand: absentOr(yesOrNo),
          isFoundMade: absentOr(always),
          correctsRefundId: absentOr(text),
          reversal: absentOr(refundReversal),
        }),
      ),
      dispute: orNull(dispute),
      wonDisputes: listOf(dispute),
      lostDisputes: listOf(dispute),
      quarantine: listOf(part<PaymentSetAside>({ attemptId: text, paymentReference: text })),
      disputesSetAside: absentOr(
        listOf(
          part<DisputeSetAside>({
            attemptId: text,
            channelReference: text,
            amount: reportedMoney,
            result: oneOf(...disputeStates),
            receivedAt: moment,
          }),
        ),
      ),
    }),
    due: part<TombstoneDocument['due']>({ moneyHours: absentOr(listOf(moment)) }),
    tombstone: part<TombstoneDocument['tombstone']>({
      fingerprint: text,
      createdAt: moment,
      expiresAt: moment,
      lastSequence: whole,
      place: part<ArchivePlace>({ archive: text, manifestSha256: text, removedAt: moment }),
    }),
  },
  TOMBSTONE_SCHEMA,
);

export function tombstoneModel(connection: Connection): Model<TombstoneDocument> {
  return collectionModel(connection, 'Tombstone', schema);
}

export function isTombstone(document: StoredDocument): document is TombstoneDocument {
  return document.schema === TOMBSTONE_SCHEMA;
}

export function toTombstoneDocument(tombstone: Tombstone): TombstoneDocument {
  const { orderId: _id, version, merchantId, merchantTransactionId, amount } = tombstone;
  const { dispute: open, wonDisputes, lostDisputes, paymentsSetAside: quarantine } = tombstone;
  const { disputesSetAside } = tombstone;
  const { fingerprint, createdAt, expiresAt, lastSequence, place } = tombstone;
  const moneyHours = hoursOfMoves(tombstone);
  return {
    _id,
    schema: TOMBSTONE_SCHEMA,
    version,
    order: {
      merchantId,
      merchantTransactionId,
      amount,
      attempts: tombstone.attempts.map(storedAttempt),
      refunds: tombstone.refunds.map(storedRefund),
      dispute: open,
      wonDisputes,
      lostDisputes,
      quarantine,
      ...(disputesSetAside.length > 0 && { disputesSetAside }),
    },
    due: moneyHours.length > 0 ? { moneyHours } : {},
    tombstone: { fingerprint, createdAt, expiresAt, lastSequence, place },
  };
}

function storedAttempt(attempt: PaymentAttempt): StoredAttempt {
  const { attemptId, methodCode, channelId, channelType, state, opening } = attempt;
  const { paymentReference, openedAt, endedAt } = attempt;
  const openedAs = opening && keptOpening(opening);
  return {
    attemptId,
    methodCode,
    channelId,
    channelType,
    state,
    openedAs,
    paymentReference,
    openedAt,
    endedAt,
  };
}

function storedRefund(refund: Refund): StoredRefund {
  const { refundId, transactionId, amount, state, attemptId, origin, channelReference } = refund;
  const { createdAt: acceptedAt, completedAt, isMadeAtProcessor, isMadeByHand, isFoundMade } = refund;
  const { correctsRefundId, reversal } = refund;
  return {
    refundId,
    transactionId,
    amount,
    state,
    attemptId,
    origin,
    channelReference,
    acceptedAt,
    completedAt,
    ...(isMadeAtProcessor && { isMadeAtProcessor }),
    ...(isMadeByHand !== undefined && { isMadeByHand }),
    ...(isFoundMade && { isFoundMade }),
    ...(correctsRefundId !== undefined && { correctsRefundId }),
    ...(reversal && { reversal }),
  };
}

export function toTombstone(document: TombstoneDocument): Tombstone {
  const { _id: orderId, version, order, tombstone } = document;
  const { attempts, refunds, quarantine: paymentsSetAside, disputesSetAside = [], ...kept } = order;
  return {
    orderId,
    ...kept,
    attempts: attempts.map(({ openedAs: opening, ...attempt }) => bareAttempt({ ...attempt, opening })),
    refunds: refunds.map(({ acceptedAt: createdAt, ...refund }) => bareRefund({ ...refund, createdAt })),
    ...tombstone,
    version,
    paymentsSetAside,
    disputesSetAside,
  };
}
