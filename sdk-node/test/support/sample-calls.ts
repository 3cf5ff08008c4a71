import type { CreatePaymentParams, CreateRefundParams } from '../../src/index.ts';

export const payment: CreatePaymentParams = {
  merchant_transaction_id: 'T1',
  amount: '10.00',
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
};

export const refund: CreateRefundParams = {
  transaction_id: 'R1',
  original_transaction_id: 'T1',
  currency_code: 'USD',
  amount: '4.00',
};

/** Returns the error with which a promise was rejected. Fails if it was not rejected. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded, though it should have failed.');
}
