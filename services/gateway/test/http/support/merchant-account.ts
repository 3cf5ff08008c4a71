import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  CreatePaymentResult,
  compileValidator,
  PaymentQueryResult,
  RefundQueryResult,
  RefundResult,
} from '@kassa/contracts';
import { CheckoutClient } from './checkout-client.ts';
import type { EnvelopeAnswer } from './envelope-answer.ts';
import { read } from './read-message.ts';
import type { Forgery, SignedClient } from './signed-client.ts';

export const createPath = '/api/merchant/payment/create';
export const refundPath = '/api/merchant/payment/refund';
export const paymentQueryPath = '/api/merchant/order/payment/query';
const triggerPath = '/api/merchant/sandbox/trigger';
export const refundQueryPath = '/api/merchant/order/refund/query';

const readCreated = compileValidator(CreatePaymentResult);
const readPayment = compileValidator(PaymentQueryResult);
const readRefund = compileValidator(RefundResult);
const readRefundQuery = compileValidator(RefundQueryResult);

export interface KeyPair {
  readonly publicKeyPem: string;
  readonly privateKey: KeyObject;
}

export function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
}

let lastNumber = 0;
/** Returns a transaction ID that no other order or refund of this process has. */
export function newTransactionId(prefix = 'T'): string {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}

export function paymentOf(members: Readonly<Record<string, unknown>> = {}) {
  return {
    merchant_transaction_id: newTransactionId(),
    amount: 10.5,
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks?from=kassa',
    ...members,
  };
}

/** An onboarded merchant with its client. */
export class MerchantAccount {
  readonly client: SignedClient;
  readonly publicKeyPem: string;
  readonly #checkoutUrl: string;

  constructor(options: { client: SignedClient; publicKeyPem: string; checkoutUrl: string }) {
    this.client = options.client;
    this.publicKeyPem = options.publicKeyPem;
    this.#checkoutUrl = options.checkoutUrl;
  }

  get merchantId(): string {
    return this.client.merchantId;
  }

  create(members?: Readonly<Record<string, unknown>>, forgery?: Forgery): Promise<EnvelopeAnswer> {
    return this.client.call('POST', createPath, paymentOf(members), forgery);
  }

  /** Creates an order and opens the consumer's page with the session of its `pay_url`. */
  async openCheckout(members?: Readonly<Record<string, unknown>>): Promise<CheckoutClient> {
    const { order_id, pay_url } = read(readCreated, await this.create(members));
    const [page, session = ''] = pay_url.split('#session=');
    if (page !== `${this.#checkoutUrl}/checkout/${order_id}`) throw new Error(`unexpected ${pay_url}`);
    return new CheckoutClient({ orderId: order_id, session, baseUrl: this.#checkoutUrl });
  }

  /** An order that was paid with a card. */
  async paidOrder(card = '4242424242424242', members?: Readonly<Record<string, unknown>>) {
    const checkout = await this.openCheckout(members);
    await checkout.payByCard(card);
    const status = await checkout.result();
    if (status.state !== 'PAY_SUCCESS') throw new Error(`not paid: ${JSON.stringify(status)}`);
    return this.query(checkout.orderId);
  }

  async query(number: string): Promise<PaymentQueryResult> {
    return read(readPayment, await this.client.call('GET', `${paymentQueryPath}/${number}`));
  }

  refund(members: Readonly<Record<string, unknown>>, forgery?: Forgery): Promise<EnvelopeAnswer> {
    const body = { transaction_id: newTransactionId('R'), currency_code: 'USD', ...members };
    return this.client.call('POST', refundPath, body, forgery);
  }

  async acceptedRefund(members: Readonly<Record<string, unknown>>) {
    return read(readRefund, await this.refund(members));
  }

  trigger(orderId: string, what: string): Promise<EnvelopeAnswer> {
    return this.client.call('POST', triggerPath, { order_id: orderId, what });
  }

  async queryRefund(number: string): Promise<RefundQueryResult> {
    return read(readRefundQuery, await this.client.call('GET', `${refundQueryPath}/${number}`));
  }
}
