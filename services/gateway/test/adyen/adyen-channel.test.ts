import { afterEach, describe, expect, test } from 'vitest';
import { inTime, openingOrder } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { endedAt, newAttemptId, newRefundId, opened } from './adyen-bench.ts';
import type { Item } from './stand-in-adyen.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, lastCall, paid } = await useAdyen();

const returnUrl = 'https://pay.example/checkout/ord_1/return/txn_1?key=k';

describe('a card payment at Adyen', () => {
  test('is a session that accepts only cards, stores no card and ends with the order', async () => {
    const expiresAt = new Date(Date.now() + 20 * 60_000);
    const payment = await opened(channel, { expiresAt, returnUrl });
    expect(lastCall()).toEqual({
      call: 'POST /v72/sessions',
      key: payment.attemptId,
      body: {
        merchantAccount: adyen.merchantAccount,
        amount: { value: 1_999, currency: 'EUR' },
        reference: payment.attemptId,
        returnUrl,
        channel: 'Web',
        expiresAt: expiresAt.toISOString(),
        countryCode: 'NL',
        allowedPaymentMethods: ['scheme'],
        storePaymentMethodMode: 'disabled',
        captureDelayHours: 0,
        redirectToIssuerMethod: 'GET',
        redirectFromIssuerMethod: 'GET',
        authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
      },
    });
    expect(payment.opening).toMatchObject({
      renderType: 'COMPONENT_SDK',
      publicKey: 'test_ABCDEFGH12345678',
      component: {
        type: 'Card',
        environment: 'test',
        session: { id: payment.opening.channelReference, sessionData: expect.stringMatching(/./) },
      },
      payableUntil: expiresAt,
    });
  });

  test('is never opened for longer than a session can live at Adyen', async () => {
    const payment = await opened(channel, { expiresAt: new Date(Date.now() + 48 * 3_600_000) });
    expect(payment.opening.payableUntil?.getTime()).toBeLessThan(Date.now() + 24 * 3_600_000);
  });

  test('loads only Adyen’s library, from Adyen and with the expected hash', async () => {
    const { opening } = await opened(channel);
    const files = [opening.library, opening.stylesheet];
    for (const file of files) {
      expect(file?.integrity).toMatch(/^sha384-[\w+/]{64}$/);
      expect(channel.pageOrigins.scripts).toContain(new URL(file?.url ?? '').origin);
    }
    const origins = Object.values(channel.pageOrigins).flat();
    for (const origin of origins) expect(origin).toMatch(/^https:\/\/checkout\w+-test(\.cdn)?\.adyen\.com$/);
  });

  test('if Adyen says nothing about an expired session, the gateway does not treat the session as cancelled, because the consumer may have paid (fault 82)', async () => {
    const payment = await opened(channel);
    const callsBefore = adyen.calls.length;
    for (const [secondsAgo, kind] of [
      [-1, 'pending'],
      [50, 'pending'],
      [70, 'not_askable'],
    ] as const) {
      const ended = endedAt(payment, new Date(Date.now() - secondsAgo * 1000));
      expect(await channel.cancel(ended)).toEqual({ kind });
    }
    // The gateway does not call Adyen, because Adyen cancels later, and could then undo a payment that was made meanwhile.
    expect(adyen.calls).toHaveLength(callsBefore);
  });
});

/** `GET /sessions/{sessionId}` in `json/CheckoutService-v72.json`: "Get the result of a payment session". */
describe('the result of a session', () => {
  const paidIn = async (status?: string) => {
    const payment = await opened(channel);
    adyen.pay(payment.attemptId, 'succeeds');
    return { ...payment, sessionResult: adyen.sessionResultOf(payment.attemptId, status) };
  };

  test('with the session result from the consumer’s page, the gateway asks Adyen and learns that the payment was made (fault 82)', async () => {
    const payment = await paidIn();
    const result = {
      kind: 'succeeded',
      paid: money(1_999, 'EUR'),
      card: null,
      paymentReference: adyen.pspReferenceOf(payment.attemptId),
    };
    expect(await channel.ask(payment)).toEqual({ kind: 'ended', result });
    expect(lastCall()).toMatchObject({ call: `GET /v72/sessions/${payment.opening.channelReference}` });
    expect(await channel.capture(payment)).toEqual({ kind: 'ended', result });
    const over = endedAt(payment, new Date(Date.now() - 70_000));
    expect(await channel.cancel({ ...over, sessionResult: payment.sessionResult })).toEqual({
      kind: 'ended',
      result,
    });
  });

  test('is final for a session that Adyen refused, after too many declined payments', async () => {
    expect(await channel.ask(await paidIn('refused'))).toMatchObject({
      kind: 'ended',
      result: { kind: 'failed', failure: { code: 'session_refused', category: 'declined' } },
    });
  });

  // Adyen never updates the status, so the consumer may have paid after it.
  test.each(['active', 'canceled', 'expired', 'paymentPending'])(
    '%s says nothing about later: only a notification does',
    async (status) => {
      expect(await channel.ask(await paidIn(status))).toEqual({ kind: 'not_askable' });
    },
  );

  test('with an unpublished status goes to an operator', async () => {
    expect(await channel.ask(await paidIn('onTheMoon'))).toEqual({
      kind: 'not_understood',
      detail: 'Adyen names a session that is onTheMoon',
    });
  });

  test('that a consumer has made up, or that belongs to another session, proves nothing', async () => {
    const [payment, other] = [await paidIn(), await paidIn()];
    expect(await channel.ask({ ...payment, sessionResult: 'made up' })).toEqual({ kind: 'not_askable' });
    const id = payment.opening.channelReference;
    const answerOf = (answer: object) => adyen.sessionResults.set(`${id} forged`, answer);
    const payments = [
      {
        amount: { value: 1_999, currency: 'EUR' },
        pspReference: 'QFQTPCQ8HXSKGK82',
        resultCode: 'Authorised',
      },
    ];
    const completed = { status: 'completed', payments };
    for (const answer of [
      { ...completed, id: other.opening.channelReference },
      { ...completed, id, reference: other.attemptId },
      // Without a payment, or with two, nobody knows how much was paid.
      { ...completed, id, reference: payment.attemptId, payments: [] },
      { ...completed, id, reference: payment.attemptId, payments: [...payments, ...payments] },
    ]) {
      answerOf(answer);
      expect(await channel.ask({ ...payment, sessionResult: 'forged' })).toEqual({ kind: 'not_askable' });
    }
  });

  test('is not requested if the page has sent no session result, or one that is far too long', async () => {
    const payment = await paidIn();
    const callsBefore = adyen.calls.length;
    const { sessionResult: _, ...without } = payment;
    expect(await channel.ask(without)).toEqual({ kind: 'not_askable' });
    expect(await channel.ask({ ...payment, sessionResult: 'x'.repeat(8_193) })).toEqual({
      kind: 'not_askable',
    });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('is requested again if Adyen does not answer', async () => {
    const payment = await paidIn();
    adyen.disturbNext({ kind: 'break' });
    expect(await channel.ask(payment)).toMatchObject({ kind: 'unavailable' });
    adyen.disturbNext({ kind: 'break' });
    const over = endedAt(payment, new Date(Date.now() - 70_000));
    expect(await channel.cancel({ ...over, sessionResult: payment.sessionResult })).toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('a refund at Adyen', () => {
  afterEach(() => {
    adyen.holdsCaptures = false;
  });

  test.each([
    [true, 'cancel'],
    [false, 'refund'],
  ])(
    'to refund a whole payment, the gateway asks Adyen to reverse it, whether or not it was captured (fault 85): captures held is %s',
    async (holds, action) => {
      adyen.holdsCaptures = holds;
      const payment = await paid();
      const refundId = newRefundId();
      const whole = money(1_999, 'EUR');
      const answer = await channel.refund(inTime({ refundId, payment, amount: whole, paid: whole }));
      expect(lastCall()).toEqual({
        call: `POST /v72/payments/${payment.paymentReference}/reversals`,
        key: refundId,
        body: { merchantAccount: adyen.merchantAccount, reference: refundId },
      });
      expect(answer).toMatchObject({ kind: 'pending' });
      const item = adyen.items.findLast(({ merchantReference }) => merchantReference === refundId) as Item;
      expect(item).toMatchObject({
        eventCode: 'CANCEL_OR_REFUND',
        additionalData: { 'modification.action': action },
      });
      expect(await channel.readCallback(adyen.batch(item))).toMatchObject({
        callbacks: [
          { notification: { kind: 'refund', refundId, result: { kind: 'succeeded', returned: whole } } },
        ],
      });
      expect(adyen.returned(payment.attemptId)).toBe(1_999);
    },
  );

  test('of a part of the amount refunds that part', async () => {
    const payment = await paid();
    const refund = { refundId: newRefundId(), payment, amount: money(500, 'EUR') };
    await channel.refund(inTime({ ...refund, paid: money(1_999, 'EUR') }));
    expect(lastCall()).toMatchObject({
      call: `POST /v72/payments/${payment.paymentReference}/refunds`,
      body: { amount: { value: 500, currency: 'EUR' }, reference: refund.refundId },
    });
  });
});

describe('amounts at Adyen', () => {
  // The source of this table is Adyen's page "Currency codes and minor units".
  test.each([
    [money(1_999, 'USD'), 1_999],
    [money(500, 'JPY'), 500],
    [money(1_235, 'KWD'), 1_235],
    [money(500, 'CLP'), 50_000],
    [money(5, 'ISK'), 500],
    [money(150_000, 'IDR'), 1_500],
    [money(150_000, 'CVE'), 1_500],
  ])('%j is charged, reported and returned as exactly that', async (amount, value) => {
    const payment = await paid(amount);
    const item = adyen.items.findLast(({ merchantReference }) => merchantReference === payment.attemptId);
    expect(item?.amount).toEqual({ value, currency: amount.currency });
    const reading = await channel.readCallback(adyen.batch(...(item ? [item] : [])));
    expect(reading).toMatchObject({ callbacks: [{ notification: { result: { paid: amount } } }] });
    await channel.refund(inTime({ refundId: newRefundId(), payment, amount }));
    expect(adyen.returned(payment.attemptId)).toBe(value);
  });

  test.each([money(150, 'IDR'), money(150, 'CVE'), money(1, 'XXX')])(
    '%j is not offered, not opened and not returned',
    async (amount) => {
      expect(channel.methods(amount)).toEqual([]);
      const order = openingOrder({ attemptId: newAttemptId(), amount });
      expect(await channel.open(order)).toMatchObject({ kind: 'refused' });
      const refund = { refundId: newRefundId(), payment: await paid(), amount };
      expect(await channel.refund(inTime(refund))).toMatchObject({ kind: 'refused' });
    },
  );
});
