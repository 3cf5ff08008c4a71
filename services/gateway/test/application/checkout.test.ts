import { describe, expect, test } from 'vitest';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

async function createdGateway() {
  const gateway = new TestGateway();
  const order = await gateway.created(await gateway.merchant());
  const current = () => gateway.order(order.orderId);
  return { gateway, order, current, ...gateway.surroundings };
}

describe('initialising a checkout', () => {
  test('repeated and concurrent calls that initialise a checkout open one attempt (fault 40)', async () => {
    const { gateway, order, current, channel } = await createdGateway();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => gateway.initialise.execute(order, 'card')),
    );
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['initialised']));
    expect((await current()).attempts).toMatchObject([{ state: 'OPEN' }]);
    expect(channel.payments.size).toBe(1);
    // A call that read the order before the attempt was opened gets the same attempt.
    expect(await gateway.initialise.execute(order, 'card')).toMatchObject({
      attempt: { attemptId: latest(await current()).attemptId },
    });
  });

  test('records the opening when the call that planned it died before the answer', async () => {
    const { gateway, order, current, channel } = await createdGateway();
    channel.isAnswerLost = true;
    expect(outcomeOf(await gateway.initialise.execute(order, 'card'))).toBe('CHANNEL_ERROR');
    expect(latest(await current()).state).toBe('OPENING');
    channel.isAnswerLost = false;
    expect(outcomeOf(await gateway.initialise.execute(order, 'card'))).toBe('initialised');
    expect((await current()).attempts).toMatchObject([{ state: 'OPEN' }]);
    expect(channel.payments.size).toBe(1);
  });

  test('with another method cancels the previous attempt at its channel', async () => {
    const { gateway, order, current, channel } = await createdGateway();
    await gateway.initialise.execute(order, 'card');
    const first = latest(await current()).attemptId;
    await gateway.initialise.execute(await current(), 'sandbox_wallet');
    await gateway.settle();
    expect(channel.payments.get(first)?.result).toEqual({ kind: 'cancelled' });
    expect((await current()).attempts.map(({ state }) => state)).toEqual(['ABANDONED', 'OPEN']);
  });

  test('with another method is refused while a payment is under way', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    expect(outcomeOf(await gateway.initialise.execute(order, 'sandbox_wallet'))).toBe('PAYMENT_IN_PROGRESS');
  });

  test('with a method that no channel offers is refused', async () => {
    const { gateway, order } = await createdGateway();
    expect(outcomeOf(await gateway.initialise.execute(order, 'cowry'))).toBe('PAYMENT_METHOD_UNAVAILABLE');
  });

  test('is refused on an order that was paid meanwhile, whatever the caller had read', async () => {
    const { gateway, order, current, channel } = await createdGateway();
    await gateway.initialise.execute(order, 'card');
    const known = await current();
    await gateway.submit.execute(known, cards.succeeds);
    channel.settle(latest(known).attemptId);
    await gateway.attendAfter(5);
    expect(outcomeOf(await gateway.initialise.execute(known, 'card'))).toBe('ORDER_ALREADY_PAID');
  });
});

describe('submitting a payment', () => {
  test('repeated and concurrent submissions of a payment charge the consumer once (fault 40)', async () => {
    const surroundings = newSurroundings();
    const [one, other] = [new TestGateway(surroundings), new TestGateway(surroundings)];
    const order = await one.opened(await one.merchant());
    surroundings.channel.actionUrl = 'https://bank.example/3ds';
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).submit.execute(order, cards.succeeds),
      ),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({
        kind: 'submitted',
        action: { url: 'https://bank.example/3ds', display: 'frame' },
      });
    }
    const { attemptId } = latest(await one.order(order.orderId));
    expect(surroundings.channel.payments.get(attemptId)?.charges).toBe(1);
  });

  test('an order keeps only the card’s brand, last four digits and expiry (fault 39)', async () => {
    const gateway = new TestGateway();
    const order = await gateway.submitted(await gateway.merchant());
    expect(latest(order).card).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2090 });
    const everything = JSON.stringify([
      order,
      await gateway.surroundings.events.listOfOrder(order.orderId),
      gateway.surroundings.alerts.raised,
    ]);
    expect(everything).not.toContain(cards.succeeds.number);
    expect(everything).not.toMatch(/"cvc"|:"737"/);
  });

  test('a mistyped or expired card is refused with its fields, and costs no attempt', async () => {
    const { gateway, order, current } = await createdGateway();
    await gateway.initialise.execute(order, 'card');
    const wrong = { ...cards.succeeds, number: '4242424242424241', expYear: 2025 };
    expect(await gateway.submit.execute(await current(), wrong)).toMatchObject({
      name: 'INVALID_REQUEST',
      fields: [{ path: 'card.number' }, { path: 'card.expMonth' }],
    });
    expect(latest(await current())).toMatchObject({ state: 'OPEN', card: null });
    expect(outcomeOf(await gateway.submit.execute(await current(), cards.succeeds))).toBe('submitted');
  });

  test('if the consumer opens the wallet in one tab and then submits a card in another tab, the gateway refuses the card (fault 61)', async () => {
    const { gateway, order, current } = await createdGateway();
    const shown = await gateway.initialise.execute(order, 'card');
    if (shown.kind !== 'initialised') throw new Error(shown.kind);
    const { attemptId } = shown.attempt;
    await gateway.initialise.execute(await current(), 'sandbox_wallet');
    const submit = async () => gateway.submit.execute(await current(), cards.succeeds, { attemptId });
    expect(outcomeOf(await submit())).toBe('ATTEMPT_SUPERSEDED');
    await gateway.submit.execute(await current(), null);
    expect(outcomeOf(await submit())).toBe('ATTEMPT_SUPERSEDED');
    const charges = [...gateway.surroundings.channel.payments.values()].map((payment) => payment.charges);
    // Only the submission of the wallet's attempt reached the channel.
    expect(charges).toEqual([0, 1]);
  });

  test('answers a repeated submission of the attempt that paid as submitted', async () => {
    const { gateway, order, current } = await createdGateway();
    await gateway.initialise.execute(order, 'card');
    const { attemptId } = latest(await current());
    await gateway.submit.execute(await current(), cards.succeeds, { attemptId });
    await gateway.result(attemptId, succeeded());
    const again = await gateway.submit.execute(await current(), cards.succeeds, { attemptId });
    expect(again).toEqual({ kind: 'submitted', attemptId, action: null });
  });

  test('immediately tells a second tab where a redirect leads, which is known since the opening', async () => {
    const { gateway, order, current } = await createdGateway();
    await gateway.initialise.execute(order, 'sandbox_wallet');
    await gateway.submit.execute(await current(), null);
    expect(latest(await current()).actionUrl).toMatch(/^https:\/\/wallet\.example\//);
    expect(await gateway.submit.execute(await current(), null)).toMatchObject({
      kind: 'submitted',
      action: { url: latest(await current()).actionUrl, display: 'page' },
    });
  });

  test('answers with the result when the channel has it at once', async () => {
    const gateway = new TestGateway();
    const order = await gateway.opened(await gateway.merchant());
    gateway.surroundings.channel.submit = async () => ({ kind: 'ended', result: declined });
    expect(outcomeOf(await gateway.submit.execute(order, cards.declined))).toBe('submitted');
    expect((await gateway.order(order.orderId)).state).toBe('PAY_FAIL');
  });

  test('alerts when the channel names another amount at once', async () => {
    const gateway = new TestGateway();
    const order = await gateway.opened(await gateway.merchant());
    gateway.surroundings.channel.submit = async () => ({ kind: 'ended', result: succeeded(money(1)) });
    await gateway.submit.execute(order, cards.succeeds);
    expect(gateway.surroundings.alerts.kinds).toEqual(['result_quarantined']);
  });

  test('tells a second tab where the consumer must go, once the first tab’s call is answered', async () => {
    const gateway = new TestGateway();
    const order = await gateway.opened(await gateway.merchant());
    const { promise: bank, resolve } = Promise.withResolvers<void>();
    const action = { url: 'https://bank.example/3ds', display: 'frame' } as const;
    gateway.surroundings.channel.submit = async () => {
      await bank;
      return { kind: 'action_required', action };
    };
    const tabs = [
      gateway.submit.execute(order, cards.succeeds),
      gateway.submit.execute(order, cards.succeeds),
    ];
    resolve();
    for (const answer of await Promise.all(tabs)) expect(answer).toMatchObject({ kind: 'submitted', action });
  });

  test.each([
    ['a card for a redirect', 'sandbox_wallet', cards.succeeds, 'INVALID_REQUEST'],
    ['no card for the own form', 'card', null, 'INVALID_REQUEST'],
    ['a redirect', 'sandbox_wallet', null, 'submitted'],
  ])('%s: %s', async (_case, method, card, outcome) => {
    const { gateway, order, current } = await createdGateway();
    await gateway.initialise.execute(order, method);
    expect(outcomeOf(await gateway.submit.execute(await current(), card))).toBe(outcome);
  });

  test('without an open attempt is refused', async () => {
    const { gateway, order } = await createdGateway();
    expect(outcomeOf(await gateway.submit.execute(order, null))).toBe('PAYMENT_NOT_INITIALISED');
  });
});

describe('a card from the merchant’s own form', () => {
  test.each([
    ['production', false, 'PAYMENT_METHOD_UNAVAILABLE'],
    ['production', true, 'submitted'],
    ['sandbox', false, 'submitted'],
  ] as const)('in %s, permitted: %s, is %s', async (environment, mayTakeCardNumbers, outcome) => {
    const gateway = new TestGateway(newSurroundings(), { environment });
    const order = await gateway.opened(await gateway.merchant({ mayTakeCardNumbers }));
    expect(outcomeOf(await gateway.submit.execute(order, cards.succeeds))).toBe(outcome);
    expect(latest(await gateway.order(order.orderId)).state === 'OPEN').toBe(outcome !== 'submitted');
  });
});
