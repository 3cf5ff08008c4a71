import { type AttemptOpening, noPageParts, type PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type DisputeSetAside, disputesSetAside } from '../reconciliation/own-entry.ts';
import type { Refund } from '../refund/refund.ts';
import type { OrderMoney } from '../settlement/money-moves.ts';

/** The archive that contains an order, and when the order was removed from the database. */
export interface ArchivePlace {
  readonly archive: string;
  /** The SHA-256 of the archive's list of contents, by which the archive is recognised wherever it is kept. */
  readonly manifestSha256: string;
  readonly removedAt: Date;
}

/** A payment that was stored for an operator, so that later reports about it are recognised. */
export interface PaymentSetAside {
  readonly attemptId: string;
  readonly paymentReference: string;
}

/**
 * What remains of an archived order in the database. A tombstone reserves the order's ID and says which archive contains the
 * order. With it, the gateway recognises reports about the order's payments. It also keeps the movements of the order's money,
 * for settlement reports and reconciliation.
 */
export interface Tombstone extends OrderMoney, Pick<PaymentOrder, 'fingerprint' | 'createdAt' | 'expiresAt'> {
  /**
   * Higher than the order's last version. A change that was decided before the order's removal expects a lower version, so it
   * is not written.
   */
  readonly version: number;
  /** How many events the order had. */
  readonly lastSequence: number;
  readonly paymentsSetAside: readonly PaymentSetAside[];
  /** Disputes whose reports contradicted the order, so that a later comparison of their day still recognises them. */
  readonly disputesSetAside: readonly DisputeSetAside[];
  readonly place: ArchivePlace;
}

export function tombstoneOf(order: PaymentOrder, place: ArchivePlace): Tombstone {
  const { orderId, merchantId, merchantTransactionId, amount, dispute, wonDisputes, lostDisputes } = order;
  return {
    orderId,
    merchantId,
    merchantTransactionId,
    amount,
    attempts: order.attempts.map(bareAttempt),
    refunds: order.refunds.map(bareRefund),
    dispute,
    wonDisputes,
    lostDisputes,
    fingerprint: order.fingerprint,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    version: order.version + 1,
    lastSequence: order.lastSequence,
    paymentsSetAside: order.quarantine.flatMap(({ attemptId, paymentReference, subject }) =>
      paymentReference === undefined || subject !== undefined ? [] : [{ attemptId, paymentReference }],
    ),
    disputesSetAside: disputesSetAside(order),
    place,
  };
}

/** The members of an attempt that a tombstone keeps. */
export type KeptAttempt = Pick<
  PaymentAttempt,
  | 'attemptId'
  | 'methodCode'
  | 'channelId'
  | 'channelType'
  | 'state'
  | 'paymentReference'
  | 'openedAt'
  | 'endedAt'
> & { readonly opening: KeptOpening | null };

/** What a tombstone keeps from the channel's answer when it opened a payment. */
export type KeptOpening = Pick<AttemptOpening, 'channelReference' | 'renderType'>;

/** Returns an attempt with only the members that a tombstone keeps; the other members are empty. */
export function bareAttempt(attempt: KeptAttempt): PaymentAttempt {
  const { attemptId, methodCode, channelId, channelType, state, paymentReference, openedAt, endedAt } =
    attempt;
  const { opening } = attempt;
  return {
    attemptId,
    methodCode,
    channelId,
    channelType,
    route: null,
    channelFault: null,
    state,
    opening: opening && { ...bareOpening, ...keptOpening(opening) },
    actionUrl: null,
    actionDisplay: null,
    paymentReference,
    returnUrl: null,
    card: null,
    failure: null,
    openedAt,
    submittedAt: null,
    endedAt,
    nextCheckAt: null,
    checks: 0,
    declines: [],
    cancellation: null,
    unresolvedSince: null,
    uncollected: null,
  };
}

const bareOpening = { ...noPageParts, paymentUrl: null, cardBrands: [] } as const;

export function keptOpening({ channelReference, renderType }: KeptOpening): KeptOpening {
  return { channelReference, renderType };
}

/** The members of a refund that a tombstone keeps. */
export type KeptRefund = Pick<
  Refund,
  | 'refundId'
  | 'transactionId'
  | 'amount'
  | 'state'
  | 'attemptId'
  | 'origin'
  | 'channelReference'
  | 'createdAt'
  | 'completedAt'
  | 'isMadeAtProcessor'
  | 'isMadeByHand'
  | 'isFoundMade'
  | 'correctsRefundId'
  | 'reversal'
>;

/** Returns a refund with only the members that a tombstone keeps; the other members are empty. */
export function bareRefund(refund: KeptRefund): Refund {
  const { refundId, transactionId, amount, state, attemptId, origin, channelReference } = refund;
  const { createdAt, completedAt, isMadeAtProcessor, isMadeByHand, isFoundMade } = refund;
  const { correctsRefundId, reversal } = refund;
  return {
    refundId,
    transactionId,
    amount,
    state,
    attemptId,
    origin,
    fingerprint: '',
    reason: null,
    remark: null,
    channelReference,
    failure: null,
    createdAt,
    completedAt,
    nextActionAt: null,
    tries: 0,
    callEndsBy: null,
    foundUnsentAt: null,
    unconcludedSince: null,
    ...(isMadeAtProcessor && { isMadeAtProcessor }),
    ...(isMadeByHand !== undefined && { isMadeByHand }),
    ...(isFoundMade && { isFoundMade }),
    ...(correctsRefundId !== undefined && { correctsRefundId }),
    ...(reversal && { reversal }),
  };
}

/**
 * Whether a channel took a payment for an archived order. It does not matter whether the order counted the payment or stored it
 * for an operator.
 */
export function isPaymentOf(tombstone: Tombstone, channelId: string, paymentReference: string): boolean {
  return tombstone.attempts.some(
    (attempt) =>
      attempt.channelId === channelId &&
      (attempt.paymentReference === paymentReference ||
        tombstone.paymentsSetAside.some(
          (payment) =>
            payment.attemptId === attempt.attemptId && payment.paymentReference === paymentReference,
        )),
  );
}

/**
 * Returns a sentence for people. It says that an order was archived, when it was removed from the database, and which archive
 * contains it.
 */
export function archivedText({ orderId, place }: Pick<Tombstone, 'orderId' | 'place'>): string {
  const { archive, manifestSha256, removedAt } = place;
  return (
    `The order ${orderId} was archived, and removed from the database at ${removedAt.toISOString()}. ` +
    `It is in the archive “${archive}”, whose manifest.json has the SHA-256 ${manifestSha256}.`
  );
}
