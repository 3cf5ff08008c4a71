import { describe, expect, test } from 'vitest';
import type { DeclineLimits } from '../../src/application/checkout/watch-declines.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { latest } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const limits: DeclineLimits = { windowSeconds: 600, perAddress: 5, perDevice: 3, perMerchant: 20 };

interface From {
  readonly network?: string;
  readonly deviceId?: string | null;
  readonly card?: keyof typeof cards;
}

async function shop() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings, { declineLimits: limits });
  const merchant = await gateway.merchant();
  let orders = 0;

  /** Pays a new order, and lets the channel decide. Returns the state of the order, or the refusal. */
  async function pay(
    { network = '203.0.113.7', deviceId = null, card = 'declined' }: From,
    at: Merchant = merchant,
  ) {
    orders += 1;
    const order = await gateway.created(at, { merchantTransactionId: `T${orders}` });
    const origin = { network, deviceId: null };
    const started = await gateway.initialise.execute(order, 'card', null, origin);
    if (started.kind === 'refused') return started;
    const device = { deviceId, terminalType: 'PC', userAgent: 'a test' } as const;
    const current = await gateway.order(order.orderId);
    const submitted = await gateway.submit.execute(current, cards[card], { network, device });
    if (submitted.kind === 'refused') return submitted;
    const { attemptId } = latest(await gateway.order(order.orderId));
    await gateway.result(attemptId, surroundings.channel.settle(attemptId));
    return { kind: (await gateway.order(order.orderId)).state };
  }
  const times = async (count: number, from: (index: number) => From) => {
    const outcomes: string[] = [];
    for (let index = 0; index < count; index += 1) outcomes.push(outcomeOf(await pay(from(index))));
    return outcomes;
  };
  const alerts = () => surroundings.alerts.raised.filter(({ kind }) => kind === 'card_testing');
  return { ...surroundings, gateway, merchant, pay, times, cardTestingAlerts: alerts };
}

describe('card testing', () => {
  test('card testing from one address at many orders is slowed and raises an alert, and other consumers are not affected (fault 78)', async () => {
    const { pay, times, merchant, cardTestingAlerts, gateway, clock } = await shop();
    expect(await times(5, () => ({}))).toEqual(Array(5).fill('PAY_FAIL'));
    expect(await pay({ card: 'succeeds' })).toMatchObject({
      name: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: 600,
    });
    expect(outcomeOf(await pay({}, await gateway.merchant()))).toBe('TOO_MANY_ATTEMPTS');
    expect(outcomeOf(await pay({ network: '198.51.100.9', card: 'succeeds' }))).toBe('PAY_SUCCESS');
    expect(cardTestingAlerts()[0]).toEqual({
      kind: 'card_testing',
      merchantId: merchant.merchantId,
      sign: 'address',
      declines: 5,
      withinSeconds: 600,
      network: '203.0.113.7',
    });
    expect(gateway.meter.ended).toEqual([...Array(5).fill('declined'), 'succeeded']);
    expect(gateway.meter.refused).toEqual(['address', 'address']);
    clock.pass(601);
    expect(outcomeOf(await pay({ card: 'succeeds' }))).toBe('PAY_SUCCESS');
  });

  test('if several cards are declined on one device, further attempts from it are refused, even from other addresses (fault 78)', async () => {
    const { times, pay } = await shop();
    const from = (index: number) => ({ network: `198.51.100.${index}`, deviceId: 'device-1' });
    expect(await times(4, from)).toEqual([...Array(3).fill('PAY_FAIL'), 'TOO_MANY_ATTEMPTS']);
    expect(outcomeOf(await pay({ ...from(9), deviceId: 'device-2' }))).toBe('PAY_FAIL');
  });

  test('card testing at one merchant from many addresses raises an alert and slows each address with declined payments there; other consumers can still pay (fault 78)', async () => {
    const { times, pay, merchant, gateway, cardTestingAlerts } = await shop();
    await times(20, (index) => ({ network: `198.51.100.${index}` }));
    expect(cardTestingAlerts()).toEqual([
      {
        kind: 'card_testing',
        merchantId: merchant.merchantId,
        sign: 'merchant',
        declines: 20,
        withinSeconds: 600,
      },
    ]);
    const attacker = () => ({ network: '192.0.2.1' });
    expect(await times(4, attacker)).toEqual([...Array(3).fill('PAY_FAIL'), 'TOO_MANY_ATTEMPTS']);
    expect(outcomeOf(await pay({ network: '192.0.2.2', card: 'succeeds' }))).toBe('PAY_SUCCESS');
    expect(outcomeOf(await pay(attacker(), await gateway.merchant()))).toBe('PAY_FAIL');
  });

  test('is not suspected where most payments succeed', async () => {
    const { times, cardTestingAlerts } = await shop();
    await times(40, (index) => ({
      network: `198.51.100.${index}`,
      card: index % 2 === 0 ? 'declined' : 'succeeds',
    }));
    expect(cardTestingAlerts()).toEqual([]);
  });

  test('card testing at a busy merchant raises an alert once declines far outnumber successes (fault 78)', async () => {
    const { times, cardTestingAlerts } = await shop();
    await times(10, (index) => ({ network: `203.0.113.${index}`, card: 'succeeds' }));
    await times(29, (index) => ({ network: `198.51.100.${index}` }));
    expect(cardTestingAlerts()).toEqual([]);
    await times(1, () => ({ network: '198.51.100.99' }));
    expect(cardTestingAlerts()).toMatchObject([{ sign: 'merchant', declines: 30 }]);
  });

  test('is not suspected of an address that many honest consumers share', async () => {
    const { times } = await shop();
    await times(10, () => ({ card: 'succeeds' }));
    expect(await times(20, () => ({}))).toEqual(Array(20).fill('PAY_FAIL'));
  });

  test('is not suspected of an address whose payments succeed, such as a shop’s own till', async () => {
    const { times } = await shop();
    expect(await times(30, () => ({ card: 'succeeds' }))).toEqual(Array(30).fill('PAY_SUCCESS'));
  });
});
