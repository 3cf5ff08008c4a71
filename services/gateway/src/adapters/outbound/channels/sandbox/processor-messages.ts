import { type Static, Type } from 'typebox';
import { ProcessorFailure, ProcessorRefund } from '../sandbox-processor/processor-refunds.ts';

/** The sandbox processor's messages about payments, with only the members that the gateway reads. */

const Card = Type.Object({
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
});

const Session = Type.Object({ id: Type.String(), data: Type.String() });

const Library = Type.Object({ url: Type.String(), integrity: Type.String() });

/** What a page needs to start the processor's browser library before there is a payment. */
export const ProcessorLibrary = Type.Object({ public_key: Type.String(), library: Library });
export type ProcessorLibrary = Static<typeof ProcessorLibrary>;

export const ProcessorPayment = Type.Object({
  id: Type.String(),
  status: Type.Enum(['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled']),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reference: Type.String(),
  redirect_url: Type.Union([Type.String(), Type.Null()]),
  action_url: Type.Union([Type.String(), Type.Null()]),
  action_display: Type.Optional(Type.Union([Type.Enum(['frame', 'page']), Type.Null()])),
  // The secret with which the consumer's browser confirms the payment; null if this payment needs no such secret. Only the
  // answer to the call that creates the payment contains this member.
  client_secret: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  session: Type.Optional(Type.Union([Session, Type.Null()])),
  public_key: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  library: Type.Optional(Type.Union([Library, Type.Null()])),
  card: Type.Union([Card, Type.Null()]),
  wallet: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  failure: Type.Union([ProcessorFailure, Type.Null()]),
});
export type ProcessorPayment = Static<typeof ProcessorPayment>;

/** RFC 3339, as JavaScript writes it. */
const Moment = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$' });
const Next = Type.Union([Type.String(), Type.Null()]);

/** One page of the processor's books. It lists payments that reached their present status within a span of time. */
export const ProcessorPayments = Type.Object({ payments: Type.Array(ProcessorPayment) });
export type ProcessorPayments = Static<typeof ProcessorPayments>;

export const ProcessorPaymentPage = Type.Object({
  payments: Type.Array(Type.Intersect([ProcessorPayment, Type.Object({ status_at: Moment })])),
  next: Next,
});
export type ProcessorPaymentPage = Static<typeof ProcessorPaymentPage>;

export const ProcessorRefundPage = Type.Object({
  refunds: Type.Array(Type.Intersect([ProcessorRefund, Type.Object({ updated_at: Moment })])),
  next: Next,
});
export type ProcessorRefundPage = Static<typeof ProcessorRefundPage>;

const disputeFields = {
  id: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  respond_by: Type.Optional(Type.Union([Moment, Type.Null()])),
};

/** The dispute in a callback. It contains no state: the callback's type says whether the dispute was opened, won or lost. */
const ReportedDispute = Type.Object(disputeFields);
export type ReportedDispute = Static<typeof ReportedDispute>;

export const ProcessorDispute = Type.Object({
  ...disputeFields,
  payment_id: Type.String(),
  payment_reference: Type.String(),
  status: Type.Enum(['open', 'won', 'lost']),
  updated_at: Moment,
});
export type ProcessorDispute = Static<typeof ProcessorDispute>;

export const ProcessorDisputePage = Type.Object({ disputes: Type.Array(ProcessorDispute), next: Next });
export type ProcessorDisputePage = Static<typeof ProcessorDisputePage>;

/**
 * A callback of the sandbox processor. Callbacks about payments and disputes have the member `payment`, and callbacks
 * about refunds have `refund`.
 */
export const ProcessorCallback = Type.Object({
  id: Type.String(),
  type: Type.String(),
  payment: Type.Optional(ProcessorPayment),
  refund: Type.Optional(Type.Intersect([ProcessorRefund, Type.Object({ payment_id: Type.String() })])),
  dispute: Type.Optional(ReportedDispute),
});
export type ProcessorCallback = Static<typeof ProcessorCallback>;
