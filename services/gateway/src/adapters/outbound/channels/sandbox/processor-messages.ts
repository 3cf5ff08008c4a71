import { type Static, Type } from 'typebox';

/** The sandbox processor's messages, as far as the gateway reads them. */

const Card = Type.Object({
  brand: Type.String(),
  last4: Type.String(),
  exp_month: Type.Integer(),
  exp_year: Type.Integer(),
});

const Failure = Type.Object({ code: Type.String(), message: Type.String() });

export const ProcessorPayment = Type.Object({
  id: Type.String(),
  status: Type.Enum(['created', 'requires_action', 'processing', 'succeeded', 'failed', 'cancelled']),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reference: Type.String(),
  redirect_url: Type.Union([Type.String(), Type.Null()]),
  action_url: Type.Union([Type.String(), Type.Null()]),
  card: Type.Union([Card, Type.Null()]),
  failure: Type.Union([Failure, Type.Null()]),
});
export type ProcessorPayment = Static<typeof ProcessorPayment>;

export const ProcessorRefund = Type.Object({
  id: Type.String(),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reference: Type.String(),
  failure: Type.Union([Failure, Type.Null()]),
});
export type ProcessorRefund = Static<typeof ProcessorRefund>;

export const ProcessorRefunds = Type.Object({ refunds: Type.Array(ProcessorRefund) });
export type ProcessorRefunds = Static<typeof ProcessorRefunds>;

const ProcessorDispute = Type.Object({
  id: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
});

/** A callback. `payment` is there for payments and disputes, `refund` for refunds. */
export const ProcessorCallback = Type.Object({
  id: Type.String(),
  type: Type.String(),
  payment: Type.Optional(ProcessorPayment),
  refund: Type.Optional(ProcessorRefund),
  dispute: Type.Optional(ProcessorDispute),
});
export type ProcessorCallback = Static<typeof ProcessorCallback>;

const ProcessorError = Type.Object({ code: Type.String(), message: Type.String() });
export type ProcessorError = Static<typeof ProcessorError>;

/** An answer that refuses a call. */
export const ProcessorRefusal = Type.Object({ error: ProcessorError });
