import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

/**
 * Card numbers and a security code that occur nowhere else. The code has four digits, so that a search does not find it by
 * chance inside another number.
 */
const canaries = {
  success: '4916338506082832',
  decline: '4000000000000002',
  timeout: '4000000000000119',
  threeDSecure: '4000000000003220',
  malformed: '5425233430109903',
};
const securityCode = '8913';

let bench: GatewayBench;
let gateway: GatewayProcess;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
  gateway = await GatewayProcess.start({ ...bench.main.variables, KASSA_LOG_LEVEL: 'debug' });
  merchant = await bench.onboard();
});
afterAll(async () => {
  await gateway.terminate();
  await bench.stop();
});

/** Returns the forms in which a card number could have been stored or logged by mistake. */
function shapesOf(number: string): readonly string[] {
  const groups = number.match(/.{4}/g) ?? [];
  const bytes = Buffer.from(number);
  return [
    number,
    groups.join(' '),
    groups.join('-'),
    groups.join('+'),
    groups.join('%20'),
    [...number].reverse().join(''),
    [...number].join(','),
    [...number].join(' '),
    // The number could be split over two members. Everything but its last four digits must not be found.
    number.slice(0, 12),
    number.slice(4),
    bytes.toString('hex'),
    ...[0, 1, 2].map((shift) =>
      // The number can stand at three positions inside a longer text that is encoded in Base64. Search for the middle of the
      // encoded number at each of them.
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4),
    ),
    createHash('sha256').update(number).digest('hex'),
    createHash('sha256').update(number).digest('base64'),
    createHash('md5').update(number).digest('hex'),
  ];
}

/** Returns every document of every collection as text, with the collection's name. */
async function contentsOf(
  database: Db,
): Promise<readonly { readonly place: string; readonly text: string }[]> {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  return Promise.all(
    collections.map(async ({ name }) => ({
      place: name,
      text: JSON.stringify(await database.collection(name).find({}).toArray()),
    })),
  );
}

describe('a card number and its security code', () => {
  it('card numbers and security codes are stored and logged nowhere after a success, a decline, 3-D Secure, a timeout or a malformed submission (fault 39)', async () => {
    const answers: string[] = [];
    const pay = async (number: string) => {
      const checkout = await merchant.openCheckout();
      await checkout.initialised('card');
      const answer = await checkout.submit({ ...cardOf(number), cvc: securityCode });
      answers.push(answer.text);
      if (number !== canaries.threeDSecure) await checkout.result();
      answers.push(JSON.stringify(await merchant.query(checkout.orderId)));
      answers.push(JSON.stringify(await checkout.order()));
      return checkout;
    };
    const submitMalformed = async () => {
      const checkout = await merchant.openCheckout();
      await checkout.initialised('card');
      const card = { ...cardOf(canaries.malformed), cvc: securityCode };
      const submission = { orderId: checkout.orderId, terminal: { type: 'PC', userAgent: 'x' }, card };
      const bodies = [
        { ...submission, card: { ...card, number: `${card.number.slice(0, 4)} ${card.number.slice(4)}` } },
        { ...submission, card: { ...card, number: Number(card.number) } },
        { ...submission, card: { ...card, expMonth: 13 } },
        { ...submission, card: JSON.stringify(card) },
        { ...submission, card: [card] },
        { ...submission, note: card },
        { ...submission, orderId: 'ord_other' },
        { ...submission, orderId: card.number },
        { ...submission, terminal: { type: card.number, userAgent: 'x' } },
        { ...submission, deviceId: card.number.repeat(20) },
        { ...submission, deviceId: card.number },
        { ...submission, deviceId: shapesOf(card.number)[1] },
        { ...submission, terminal: { type: 'PC', userAgent: card.number } },
        JSON.stringify(submission).slice(0, -1),
        `${JSON.stringify(submission)}}`,
      ];
      for (const body of bodies) {
        const refused = await checkout.post('/api/web/payment/submit', body);
        expect(refused.msg).not.toBe('success');
        answers.push(refused.text);
      }
    };
    const paid = await pay(canaries.success);
    await Promise.all([
      pay(canaries.decline),
      pay(canaries.threeDSecure),
      pay(canaries.timeout),
      submitMalformed(),
    ]);
    const { merchant_transaction_id } = await merchant.query(paid.orderId);
    await merchant.acceptedRefund({ original_transaction_id: merchant_transaction_id, amount: 1 });
    const events = await bench.receiver.eventsOf(paid.orderId, 3);

    const places = [
      ...(await contentsOf(bench.database)),
      ...(await contentsOf(bench.processorDatabase)),
      { place: 'log', text: gateway.output },
      { place: 'webhooks', text: JSON.stringify(events) },
      { place: 'answers', text: answers.join('\n') },
    ];
    expect(places.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['orders', 'events', 'channel_callbacks', 'jobs']),
    );
    const found = places.flatMap(({ place, text }) =>
      Object.values(canaries)
        .flatMap(shapesOf)
        .filter((shape) => text.includes(shape))
        .map((shape) => `${shape} in ${place}`),
    );
    expect(found).toEqual([]);
    for (const { place, text } of places) {
      expect(text, place).not.toMatch(/"cvc"|"cvv"|"securityCode"/i);
      expect(text, place).not.toMatch(new RegExp(`["': ]${securityCode}["',}\\s]`));
    }
    // The session gives access to the order. Whoever reads a log that contains it could pay the order.
    expect(gateway.output).not.toContain(paid.session.split('.')[1]);
    // Check that the search looks in the right places: it must find the digits that may be stored.
    expect(places.find(({ place }) => place === 'orders')?.text).toContain('"last4":"2832"');
  });
});

describe('what a merchant says about a consumer', () => {
  it('is stored with the order only, and is in no log, answer or event', async () => {
    const canary = 'quokka';
    const customer = {
      full_name: `${canary} name`,
      email: `${canary}@example.org`,
      phone: '+4915155566677',
      billing_address: {
        line1: `${canary} street`,
        line2: `${canary} flat`,
        city: `${canary} city`,
        postal_code: canary,
        state: canary,
        country: 'DE',
      },
    };
    const checkout = await merchant.openCheckout({ customer });
    const methods = await checkout.methods();
    const opening = await checkout.initialised('card');
    const submitted = await checkout.submit(cardOf('4242424242424242'));
    await checkout.result();
    const refused = await merchant.create({ customer: { ...customer, email: `${canary} @` } });
    expect(refused.msg).toBe('INVALID_REQUEST');
    const answers = [
      methods,
      opening,
      submitted,
      refused.text,
      await checkout.order(),
      await merchant.query(checkout.orderId),
      await merchant.client.call('GET', '/api/merchant/order/list?limit=5'),
      await merchant.client.call('GET', '/api/merchant/event/list?limit=100'),
      await bench.admin('GET', `/admin/orders/${checkout.orderId}`),
    ];
    const places = [
      ...(await contentsOf(bench.database)),
      ...(await contentsOf(bench.processorDatabase)),
      { place: 'log', text: gateway.output },
      { place: 'webhooks', text: JSON.stringify(await bench.receiver.eventsOf(checkout.orderId, 2)) },
      ...answers.map((answer, index) => ({ place: `answer ${index}`, text: JSON.stringify(answer) })),
    ];
    const found = places.filter(({ text }) => text.includes(canary) || text.includes('15155566677'));
    expect(found.map(({ place }) => place)).toEqual(['orders']);
  });
});
