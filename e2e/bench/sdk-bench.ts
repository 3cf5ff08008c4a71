import { generateKeyPairSync, sign } from 'node:crypto';
import { Kassa, Webhooks } from '@kassa/sdk-node';
import { signTestEvent } from '@kassa/sdk-node/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { exactAmount } from '../../sdk-node/src/request/exact-amount.ts';
import { postRequest } from '../../sdk-node/src/request/post-request.ts';
import { RequestSigner } from '../../sdk-node/src/request/request-signer.ts';
import { readSigningKey } from '../../sdk-node/src/request/signing-key.ts';
import { median } from './load.ts';

/**
 * The number of rounds. Each round is short and measures every library in turn, so that a change in the machine's speed affects
 * all of them.
 */
const ROUNDS = 21;
const ROUND_MS = 100;
const WARM_UP_ROUNDS = 6;

export interface RateRow {
  readonly name: string;
  readonly perSecond: number;
  /**
   * How fast this library is compared with the first library in the table. The ratio is computed for each round; this is the
   * median of all rounds.
   */
  readonly ratio: number;
}

/**
 * Measures how many webhooks this SDK and other libraries verify per second. All get the same body, and every signature is
 * valid.
 */
export function benchVerification(): Promise<readonly RateRow[]> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.refund.succeeded' });
  const received = { host: 'shop.example', 'user-agent': 'Kassa', accept: '*/*', ...headers };
  const kassa = new Webhooks({ secrets: [secret] });
  const standard = new StandardWebhook(secret);
  const svix = new SvixWebhook(secret);
  const stripe = new Stripe('sk_test_benchmark');
  const stripeHeader = stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret });
  return compareRates({
    '@kassa/sdk-node': () => kassa.verify(rawBody, received),
    standardwebhooks: () => standard.verify(rawBody, received),
    svix: () => svix.verify(rawBody, received),
    stripe: () => stripe.webhooks.constructEvent(rawBody, stripeHeader, secret),
  });
}

/**
 * Measures how many requests the SDK signs per second, compared with the bare RSA signature of a string of the same length. To
 * sign a request, the SDK checks amounts, writes JSON, hashes the canonical body and signs. A second measurement covers a whole
 * call of `payments.create`, whose answer comes immediately, without a network.
 */
export function benchSigning(): Promise<readonly RateRow[]> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const required = {
    merchant_transaction_id: 'T1001',
    amount: '10.50',
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks',
  };
  const product = { product_id: 'p1', name: 'Coffee beans, 1 kg', price: '10.50', quantity: 1 };
  const full = {
    ...required,
    description: 'Benchmark order',
    products: [product],
    customer: { full_name: 'Ann' },
  };
  const signer = new RequestSigner('mer_1', readSigningKey(privateKey));
  const path = '/api/merchant/payment/create';
  const url = new URL(path, 'https://pay.example');
  const signPayment = (members: object): Promise<unknown> => {
    const body = { ...members, amount: exactAmount('10.50', 'USD', 'amount') };
    const repeating = { kind: 'harmless', idempotentBy: 'merchant_transaction_id' } as const;
    const request = postRequest(path, body, repeating);
    return signer.sign('POST', url, request.method === 'POST' ? request.bodyHash : '', Date.now());
  };
  const answer = JSON.stringify({
    code: 200,
    msg: 'success',
    data: { order_id: 'ord_1', pay_url: 'https://p' },
  });
  const kassa = new Kassa({
    merchantId: 'mer_1',
    privateKey,
    baseUrl: url.origin,
    fetch: async () => new Response(answer),
  });
  const lines = Buffer.alloc(150, 'x');
  return compareRates({
    'bare RSA signature': () => sign('sha256', lines, privateKey),
    'payment with its required members': () => signPayment(required),
    'payment with product and customer': () => signPayment(full),
    'the latter as a whole call, without the network': () => kassa.payments.create(full),
  });
}

async function compareRates(rivals: Readonly<Record<string, () => unknown>>): Promise<readonly RateRow[]> {
  const entries = Object.entries(rivals);
  const rates = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // Start each round with a different library. Otherwise, one library would always run first and might be slower or faster
    // for that reason.
    const start = (round + WARM_UP_ROUNDS) % entries.length;
    for (const [name, work] of [...entries.slice(start), ...entries.slice(0, start)]) {
      const rate = await rateOf(work);
      if (round >= 0) rates.get(name)?.push(rate);
    }
  }
  const [[, first = []] = []] = rates;
  return [...rates].map(([name, own]) => ({
    name,
    perSecond: median(own),
    ratio: median(own.map((rate, round) => rate / (first[round] ?? Number.NaN))),
  }));
}

/**
 * Measures the number of calls per second of processor time. Other work on the machine does not affect processor time. If a
 * call returns a promise, the measurement waits for it, as a caller would.
 */
async function rateOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  let calls = 0;
  let spentMs = 0;
  while (spentMs < ROUND_MS) {
    for (let step = 0; step < 16; step += 1) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    calls += 16;
    const { user, system } = process.cpuUsage(before);
    spentMs = (user + system) / 1000;
  }
  return (calls / spentMs) * 1000;
}
