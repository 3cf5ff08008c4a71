import type { RefundRequestCommand } from '../../src/application/payments/accept-refund.ts';
import type { NewPayment } from '../../src/application/payments/create-payment.ts';
import { money } from '../builders/orders.ts';

export function newPayment(overrides: Partial<NewPayment> = {}): NewPayment {
  return {
    merchantTransactionId: 'T1',
    amount: money(10_000),
    redirectUrl: 'https://shop.example/thanks',
    cancelUrl: null,
    description: null,
    products: [],
    customerName: null,
    ...overrides,
  };
}

export function refundCommand(overrides: Partial<RefundRequestCommand> = {}): RefundRequestCommand {
  return {
    transactionId: 'R1',
    originalTransactionId: 'T1',
    amount: money(3_000),
    refundTime: null,
    reason: null,
    remark: null,
    ...overrides,
  };
}

/** Returns the outcome of a use case in one word: its kind, or the name of the refusal. */
export function outcomeOf(answer: { readonly kind: string; readonly name?: string }): string {
  return answer.kind === 'refused' ? (answer.name ?? 'refused') : answer.kind;
}
