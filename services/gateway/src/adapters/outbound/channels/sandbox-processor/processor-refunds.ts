import { type Static, Type } from 'typebox';
import type { RefundResult } from '../../../../domain/refund/refund.ts';
import type { RefundAnswer, RefundInquiry } from '../../../../ports/payment-channel.ts';
import type { ProcessorAnswer } from './processor-connection.ts';

/** The sandbox processor's messages about refunds. They are the same for refunds of payments and of vouchers. */

export const ProcessorFailure = Type.Object({ code: Type.String(), message: Type.String() });

export const ProcessorRefund = Type.Object({
  id: Type.String(),
  status: Type.Enum(['pending', 'succeeded', 'failed']),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reference: Type.String(),
  failure: Type.Union([ProcessorFailure, Type.Null()]),
});
export type ProcessorRefund = Static<typeof ProcessorRefund>;

export const ProcessorRefunds = Type.Object({ refunds: Type.Array(ProcessorRefund) });
export type ProcessorRefunds = Static<typeof ProcessorRefunds>;

/** The result of a refund request. */
export function refundAnswerOf(answer: ProcessorAnswer<ProcessorRefund>): RefundAnswer {
  switch (answer.kind) {
    case 'ok':
      return refundStateOf(answer.body);
    case 'refused':
      return { kind: 'refused', failure: { code: answer.error.code, message: answer.error.message } };
    case 'no_answer':
      return { kind: 'unknown', detail: answer.detail };
  }
}

/** The state of a refund. */
export function refundStateOf(
  refund: ProcessorRefund,
): Extract<RefundInquiry, { kind: 'pending' | 'ended' }> {
  const result = refundResultOf(refund);
  return result === undefined
    ? { kind: 'pending', channelReference: refund.id }
    : { kind: 'ended', channelReference: refund.id, result };
}

/** The result of a refund. Undefined while the refund is pending. */
export function refundResultOf(refund: ProcessorRefund): RefundResult | undefined {
  switch (refund.status) {
    case 'succeeded':
      return {
        kind: 'succeeded',
        returned: { amountMinor: refund.amount_minor, currency: refund.currency },
      };
    case 'failed':
      return {
        kind: 'failed',
        failure: refund.failure ?? { code: 'refund_failed', message: 'The channel could not refund.' },
      };
    case 'pending':
      return undefined;
  }
}
