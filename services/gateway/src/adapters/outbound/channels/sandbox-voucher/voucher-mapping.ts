import {
  type AttemptFailure,
  type AttemptOpening,
  noPageParts,
  type PaymentResult,
} from '../../../../domain/attempt/payment-attempt.ts';
import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { StatementLine } from '../../../../domain/reconciliation/statement-line.ts';
import type { ChannelNotification } from '../../../../ports/channel-callback.ts';
import type { ProcessorError } from '../sandbox-processor/processor-connection.ts';
import { refundResultOf } from '../sandbox-processor/processor-refunds.ts';
import type { ProcessorVoucher, VoucherCallback, VoucherStatementLine } from './voucher-messages.ts';

/** Translates the sandbox processor's messages about vouchers into the gateway's terms. */

export function openingOf(voucher: ProcessorVoucher): AttemptOpening {
  return {
    channelReference: voucher.id,
    renderType: 'REDIRECT',
    paymentUrl: voucher.page_url,
    ...noPageParts,
    cardBrands: [],
    instructions: {
      accountHolder: voucher.account.holder,
      iban: voucher.account.iban,
      bic: voucher.account.bic,
      reference: voucher.transfer_reference,
    },
  };
}

// #region result
/** The result of a voucher's payment. Undefined while the voucher is open, even if a part of the money has arrived. */
export function paymentResultOf(voucher: ProcessorVoucher): PaymentResult | undefined {
  switch (voucher.status) {
    case 'open':
      return undefined;
    case 'paid':
      return {
        kind: 'succeeded',
        paid: { amountMinor: voucher.amount_minor, currency: voucher.currency },
        card: null,
      };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'expired':
      return { kind: 'failed', failure: notInTime, card: null };
  }
}
// #endregion result

const notInTime: AttemptFailure = {
  code: 'voucher_expired',
  message: 'The transfer did not arrive in time.',
  category: 'try_another_method',
};

export function failureOf({ code, message }: ProcessorError): AttemptFailure {
  return { code, message, category: 'try_another_method' };
}

// #region notification
export function notificationOf({ type, voucher, refund }: VoucherCallback): ChannelNotification {
  const refundResult = refund && refundResultOf(refund);
  if (type.startsWith('voucher.refund.') && refund && refundResult) {
    return {
      kind: 'refund',
      refundId: refund.reference,
      channelReference: refund.id,
      openingReference: refund.voucher_id,
      result: refundResult,
    };
  }
  const result = voucher && paymentResultOf(voucher);
  if (['voucher.paid', 'voucher.cancelled', 'voucher.expired'].includes(type) && voucher && result) {
    return { kind: 'payment', attemptId: voucher.reference, openingReference: voucher.id, result };
  }
  // A callback about a partial transfer is ignored, because a part of the amount does not pay the order. The processor itself
  // adds up the parts.
  return { kind: 'irrelevant', type };
}
// #endregion notification

export function lineOf(line: VoucherStatementLine): StatementLine {
  const { kind: subject, id: channelReference, reference, status: state } = line;
  // Sets the line's reference to null if it is not one of the gateway's IDs. Such a line belongs to somebody else who uses the
  // same account at the processor.
  if (orderIdOf(reference) === undefined) return { reference: null, channelReference };
  const amount = { amountMinor: line.amount_minor, currency: line.currency };
  return { subject, reference, channelReference, amount, state, at: new Date(line.at) };
}
