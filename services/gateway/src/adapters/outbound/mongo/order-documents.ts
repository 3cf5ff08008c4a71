import { type Connection, type Model, Schema } from 'mongoose';
import {
  type AttemptOpening,
  noPageParts,
  type PaymentAttempt,
} from '../../../domain/attempt/payment-attempt.ts';
import { type Dispute, firstInquiry } from '../../../domain/dispute/dispute.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import type { Refund } from '../../../domain/refund/refund.ts';
import type { OrderMoney } from '../../../domain/settlement/money-moves.ts';
import { type DerivedFields, derivedFieldsOf, earlierDerivations } from './derived-fields.ts';

/** How an order is stored: the aggregate under its ID, and what the database finds it by. */
export interface OrderDocument
  extends Omit<PaymentOrder, 'orderId' | 'attempts' | 'refunds' | 'dispute' | 'wonDisputes' | 'lostDisputes'>,
    StoredDerivedFields {
  readonly _id: string;
  readonly attempts: readonly AttemptDocument[];
  readonly refunds: readonly RefundDocument[];
  readonly dispute: DisputeDocument | null;
  /** Earlier versions kept the channel's references only. */
  readonly wonDisputes: readonly (DisputeDocument | Pick<Dispute, 'channelReference'> | string)[];
  /** Absent where an earlier version wrote it, which had room for one lost dispute. */
  readonly lostDisputes?: readonly DisputeDocument[];
  /** How often attending it failed since it was last written; absent when it did not. */
  readonly attentionFailures?: number;
  /** Present while its attention is given up. */
  readonly parked?: ParkedWork;
}

/** Earlier versions wrote null where this one leaves a field out, and knew neither all of the fields nor their number. */
interface StoredDerivedFields extends Partial<Omit<DerivedFields, 'attentionAt' | 'casesSince'>> {
  readonly attentionAt?: Date | null;
  readonly casesSince?: Date | null;
}

/** Disputes of earlier versions lack these members. */
type LaterDisputeMembers = 'respondBy' | 'inquiry' | 'unresolvedSince';

type DisputeDocument = Omit<Dispute, LaterDisputeMembers> & Partial<Pick<Dispute, LaterDisputeMembers>>;

/** What of a stored order tells how its money moved. */
export type OrderMoneyDocument = Pick<OrderDocument, '_id' | (typeof moneyMembers)[number]>;

const moneyMembers = [
  'merchantId',
  'merchantTransactionId',
  'amount',
  'attempts',
  'refunds',
  'dispute',
  'wonDisputes',
  'lostDisputes',
] as const;

/**
 * Finds what moved in an hour, which is one place in the index where a merchant's orders stand together; between two
 * ends there would be the orders of all merchants.
 */
export function inMoneyHour(hour: Date, merchantId: string | null) {
  return { moneyHours: hour, ...(merchantId !== null && { merchantId }) };
}

export const moneyProjection: Readonly<Record<string, 1>> = Object.fromEntries(
  moneyMembers.map((member) => [member, 1] as const),
);

/** Orders whose money moved and that do not say when: an earlier version, which knew no such field, wrote them last. */
export const withoutMoneyHours: { readonly [path: string]: unknown } = {
  'attempts.state': 'SUCCEEDED',
  moneyHours: null,
};

/** Attempts of earlier versions lack these members, and their openings those. */
type LaterAttemptMembers =
  | 'returnUrl'
  | 'actionDisplay'
  | 'channelId'
  | 'paymentReference'
  | 'route'
  | 'channelFault'
  | 'uncollected'
  | 'declines';
type LaterOpeningMembers = 'publicKey' | 'library' | 'stylesheet' | 'component';

type AttemptDocument = Omit<PaymentAttempt, LaterAttemptMembers | 'opening'> &
  Partial<Pick<PaymentAttempt, LaterAttemptMembers>> & {
    readonly opening:
      | (Omit<AttemptOpening, LaterOpeningMembers> & Partial<Pick<AttemptOpening, LaterOpeningMembers>>)
      | null;
  };

/** Refunds of earlier versions lack these members. */
type LaterRefundMembers = 'callEndsBy' | 'foundUnsentAt' | 'unconcludedSince';

type RefundDocument = Omit<Refund, LaterRefundMembers> & Partial<Pick<Refund, LaterRefundMembers>>;

export function toOrderDocument({ orderId, ...order }: PaymentOrder): OrderDocument {
  return { _id: orderId, ...order, ...derivedFieldsOf({ orderId, ...order }) };
}

export function toOrder({
  _id,
  attentionAt: _,
  attentionFailures: __,
  parked: ___,
  casesSince: ____,
  unloggedSince: _____,
  moneyHours: ______,
  derivedBy: _______,
  attempts,
  refunds,
  dispute,
  wonDisputes,
  lostDisputes = [],
  ...order
}: OrderDocument): PaymentOrder {
  return {
    orderId: _id,
    ...order,
    attempts: attempts.map(toAttempt),
    refunds: refunds.map(toRefund),
    dispute: dispute && toDispute(dispute),
    wonDisputes: wonDisputes.map(toWonDispute),
    lostDisputes: lostDisputes.map(toDispute),
  };
}

export function toOrderMoney({
  _id,
  attempts,
  refunds,
  dispute,
  wonDisputes,
  lostDisputes = [],
  ...money
}: OrderMoneyDocument): OrderMoney {
  return {
    orderId: _id,
    ...money,
    attempts: attempts.map(toAttempt),
    refunds: refunds.map(toRefund),
    dispute: dispute && toDispute(dispute),
    wonDisputes: wonDisputes.map(toWonDispute),
    lostDisputes: lostDisputes.map(toDispute),
  };
}

function toWonDispute(dispute: OrderDocument['wonDisputes'][number]): PaymentOrder['wonDisputes'][number] {
  if (typeof dispute === 'string') return { channelReference: dispute };
  return 'amount' in dispute ? toDispute(dispute) : dispute;
}

function toDispute(dispute: DisputeDocument): Dispute {
  const { state, openedAt } = dispute;
  const inquiry = state === 'opened' ? firstInquiry(openedAt) : null;
  return { respondBy: null, inquiry, unresolvedSince: null, ...dispute };
}

/** One that an earlier version has sent: its calls have ended long ago. */
function toRefund(refund: RefundDocument): Refund {
  return { callEndsBy: null, foundUnsentAt: null, unconcludedSince: null, ...refund };
}

function toAttempt({ opening, ...attempt }: AttemptDocument): PaymentAttempt {
  return {
    returnUrl: null,
    actionDisplay: null,
    paymentReference: null,
    // A deployment had one account of each type.
    channelId: attempt.channelType,
    route: null,
    channelFault: null,
    uncollected: null,
    declines: [],
    ...attempt,
    opening: opening && { ...noPageParts, ...opening },
  };
}

/**
 * Parts that are read and written only as a whole with their order are kept as they are: the mapper
 * above is their one definition, and casting them member by member would cost time on every write.
 */
const asItIs = Schema.Types.Mixed;

const schema = new Schema<OrderDocument>(
  {
    _id: { type: String, required: true },
    merchantId: { type: String, required: true },
    merchantTransactionId: { type: String, required: true },
    fingerprint: { type: String, required: true },
    amount: { type: asItIs, required: true },
    description: { type: String, default: null },
    products: { type: [asItIs], required: true },
    customerName: { type: String, default: null },
    redirectUrl: { type: String, required: true },
    cancelUrl: { type: String, default: null },
    state: { type: String, required: true },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    paidAt: { type: Date, default: null },
    closedAt: { type: Date, default: null },
    paidByAttemptId: { type: String, default: null },
    attempts: { type: [asItIs], required: true },
    refunds: { type: [asItIs], required: true },
    releasedRefundNumbers: { type: [asItIs], required: true },
    dispute: { type: asItIs, default: null },
    wonDisputes: { type: [asItIs], required: true },
    lostDisputes: { type: [asItIs], default: undefined },
    quarantine: { type: [asItIs], required: true },
    settledCases: { type: [asItIs], required: true },
    history: { type: [asItIs], required: true },
    lastSequence: { type: Number, required: true },
    outbox: { type: [asItIs], required: true },
    derivedBy: { type: Number },
    attentionAt: { type: Date },
    attentionFailures: { type: Number },
    parked: { type: asItIs },
    casesSince: { type: Date },
    unloggedSince: { type: Date, default: null },
    moneyHours: { type: [Date], default: undefined },
  },
  { collection: 'orders', versionKey: false, minimize: false, strict: 'throw' },
);
schema.index({ attentionAt: 1 }, { partialFilterExpression: { attentionAt: { $type: 'date' } } });
schema.index({ merchantId: 1, createdAt: -1, _id: -1 });
schema.index({ casesSince: 1 }, { partialFilterExpression: { casesSince: { $type: 'date' } } });
// All but empty: an event leaves its order within milliseconds.
schema.index(
  { merchantId: 1, unloggedSince: 1 },
  { partialFilterExpression: { unloggedSince: { $type: 'date' } } },
);
// The hour comes first, so that this one index serves a merchant's day and the day of all merchants: a day has
// 24 hours, and within each the merchant's orders stand together.
schema.index(
  { moneyHours: 1, merchantId: 1 },
  { partialFilterExpression: { moneyHours: { $exists: true } } },
);
// Empty, but for what an earlier version writes: whether there is any is asked before each report.
schema.index({ 'attempts.state': 1 }, { partialFilterExpression: withoutMoneyHours });
for (const { name, fields, which } of earlierDerivations) {
  schema.index(fields, { name, partialFilterExpression: which });
}

export function orderModel(connection: Connection): Model<OrderDocument> {
  return connection.model<OrderDocument>('Order', schema);
}
