import type { Money } from '@kassa/contracts';
import type { PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import type { RefundResult } from '../../../../domain/refund/refund.ts';
import type { PaymentInquiry, RefundAnswer, RefundInquiry } from '../../../../ports/payment-channel.ts';

/** What a trial has seen, in a few words. */

export function inquiryText(inquiry: PaymentInquiry): string {
  return inquiry.kind === 'ended' ? paymentText(inquiry.result) : inquiry.kind;
}

export function paymentText(result: PaymentResult): string {
  switch (result.kind) {
    case 'succeeded':
      return [`succeeded ${moneyText(result.paid)}`, result.wallet, result.card?.brand, result.card?.last4]
        .filter((part) => part !== undefined)
        .join(' ');
    case 'failed':
      return `failed ${result.failure.code}`;
    case 'cancelled':
      return 'cancelled';
  }
}

export function answerText(answer: RefundAnswer | RefundInquiry): string {
  return answer.kind === 'ended' ? refundText(answer.result) : answer.kind;
}

export function refundText(result: RefundResult): string {
  return result.kind === 'failed' ? 'failed' : `succeeded ${moneyText(result.returned)}`;
}

function moneyText({ amountMinor, currency }: Money): string {
  return `${amountMinor} ${currency}`;
}
