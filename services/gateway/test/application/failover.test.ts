import { describe, expect, test } from 'vitest';
import { FAILOVER_WITHIN_MS } from '../../src/application/checkout/initialise-checkout.ts';
import type { OpeningAnswer, OpeningOrder } from '../../src/ports/payment-channel.ts';
import { latest, succeeded } from '../builders/orders.ts';
import { twoChannels } from '../builders/two-channels.ts';
import { cards, type FakeChannel } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';

const refused: OpeningAnswer = {
  kind: 'refused',
  failure: { code: 'no', message: 'No.', category: 'processing_error' },
};

/** Holds back a channel's answers to calls that open a payment, until the test releases them. */
function holdUp(channel: FakeChannel, ...answers: readonly OpeningAnswer['kind'][]) {
  const open = channel.open.bind(channel);
  const kinds = [...answers];
  const gates: PromiseWithResolvers<void>[] = [];
  channel.open = async (order: OpeningOrder) => {
    const kind = kinds.shift() ?? 'opened';
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    const answer = await open(order);
    await gate.promise;
    return kind === 'unavailable' ? { kind, detail: 'too late' } : answer;
  };
  return { letGo: (at: number) => gates[at]?.resolve(), waiting: () => gates.length };
}

const misbehaviours = {
  isReachable: { isReachable: false },
  isAnswerLost: { isAnswerLost: true },
  open: { open: async () => refused },
};

describe('a channel that does not open a payment', () => {
  test.each([
    ['gives no answer', 'isReachable', 'unavailable', 'ABANDONED'],
    ['opens it and its answer is lost', 'isAnswerLost', 'unavailable', 'ABANDONED'],
    ['refuses', 'open', 'refused', 'FAILED'],
  ] as const)(
    'if a channel does not open a payment, the next channel replaces it in the same call (fault 49): it %s',
    async (_case, fail, reason, state) => {
      const { first, init, whereabouts, attempts, gateway, current } = await twoChannels();
      Object.assign(first, misbehaviours[fail]);
      expect(await init()).toMatchObject({ kind: 'initialised', attempt: { channelId: 'Other' } });
      expect(await whereabouts()).toEqual([`Sandbox ${state}`, 'Other OPEN']);
      expect((await attempts()).map(({ route }) => route)).toEqual([
        { reason: 'preferred', passedOver: [] },
        { reason: 'failover', passedOver: [{ channelId: 'Sandbox', reason }] },
      ]);
      // The same call gets the same attempt again, from whichever page it comes.
      expect(await init()).toMatchObject({ attempt: { attemptId: latest(await current()).attemptId } });
      expect((await gateway.types((await current()).orderId)).length).toBe(0);
    },
  );

  test('if a channel has a payment that a restored backup lacks, no other channel replaces it, because that payment may be paid (fault 96)', async () => {
    const { first, init, whereabouts, attempts, alerts } = await twoChannels();
    first.open = async () => ({ kind: 'unavailable', detail: 'idempotency_error', hasPayment: true });
    expect(outcomeOf(await init())).toBe('CHANNEL_ERROR');
    expect(await whereabouts()).toEqual(['Sandbox OPENING']);
    // Nothing else would tell an operator before the books are compared.
    expect(alerts.raised).toMatchObject([
      { kind: 'report_for_operator', channelId: 'Sandbox', reference: (await attempts())[0]?.attemptId },
    ]);
  });

  test('that was just removed is replaced too, without an attempt there', async () => {
    const { gateway, init, attempts } = await twoChannels();
    gateway.channels.gone.add('Sandbox');
    expect(await init()).toMatchObject({ kind: 'initialised', attempt: { channelId: 'Other' } });
    expect(await attempts()).toMatchObject([
      {
        channelId: 'Other',
        route: { reason: 'failover', passedOver: [{ channelId: 'Sandbox', reason: 'unavailable' }] },
      },
    ]);
    expect(gateway.channels.used).toEqual(['Other']);
  });

  test('whose successor fails too allows the call to be repeated, and locks nobody out', async () => {
    const { first, other, init, whereabouts } = await twoChannels();
    first.isReachable = false;
    other.isReachable = false;
    for (let tries = 0; tries < 12; tries += 1) expect(outcomeOf(await init())).toBe('CHANNEL_ERROR');
    first.isReachable = true;
    expect(outcomeOf(await init())).toBe('initialised');
    expect((await whereabouts()).at(-1)).toBe('Sandbox OPEN');
  });

  test('is not followed by another one once the call’s time is over', async () => {
    const { first, init, whereabouts, clock } = await twoChannels();
    first.open = async () => {
      clock.pass(FAILOVER_WITHIN_MS / 1000);
      return { kind: 'unavailable', detail: 'slow' };
    };
    expect(outcomeOf(await init())).toBe('CHANNEL_ERROR');
    expect(await whereabouts()).toEqual(['Sandbox OPENING']);
  });

  test('is asked after the others when the consumer comes back', async () => {
    const { first, gateway, init, whereabouts, other, current } = await twoChannels();
    first.isReachable = false;
    await init();
    first.isReachable = true;
    await gateway.submit.execute(await current(), cards.declined);
    const { attemptId } = latest(await current());
    await gateway.result(attemptId, other.settle(attemptId), 'Other');
    await init();
    expect(await whereabouts()).toEqual(['Sandbox ABANDONED', 'Other FAILED', 'Other OPEN']);
  });

  test('is not asked at all while its circuit is open, which the attempt records', async () => {
    const { health, init, attempts } = await twoChannels();
    health.open.add('Sandbox');
    await init();
    expect(await attempts()).toMatchObject([
      {
        channelId: 'Other',
        route: {
          reason: 'circuit_open_elsewhere',
          passedOver: [{ channelId: 'Sandbox', reason: 'circuit_open' }],
        },
      },
    ]);
  });
});

describe('a channel that opens after all', () => {
  test('if a channel opens a payment so late that one tab already uses the next channel, the gateway cancels the late payment, and all tabs continue at the next channel (fault 50)', async () => {
    const { first, init, whereabouts, another, gateway, attempts } = await twoChannels();
    const { letGo, waiting } = holdUp(first, 'unavailable', 'opened');
    // Both tabs ask the preferred channel. One gets no answer and continues at the other channel. Then the other tab learns
    // that the payment was opened.
    const slow = init();
    await expect.poll(waiting).toBe(1);
    const second = another();
    const late = init(second);
    await expect.poll(waiting).toBe(2);
    letGo(0);
    expect(await slow).toMatchObject({ attempt: { channelId: 'Other' } });
    letGo(1);
    expect(await late).toMatchObject({ attempt: { channelId: 'Other' } });
    await Promise.all([gateway.settle(), second.settle()]);
    expect(await whereabouts()).toEqual(['Sandbox ABANDONED', 'Other OPEN']);
    const [abandoned] = await attempts();
    expect(abandoned?.opening).not.toBeNull();
    expect(first.payments.get(abandoned?.attemptId ?? '')?.result).toEqual({ kind: 'cancelled' });
  });

  test('in time for one tab keeps its attempt, even for the other tab, whose call had no answer', async () => {
    const { first, init, whereabouts, another, other } = await twoChannels();
    const { letGo, waiting } = holdUp(first, 'unavailable', 'opened');
    const slow = init();
    await expect.poll(waiting).toBe(1);
    const quick = init(another());
    await expect.poll(waiting).toBe(2);
    letGo(1);
    expect(await quick).toMatchObject({ attempt: { channelId: 'Sandbox' } });
    letGo(0);
    expect(await slow).toMatchObject({ attempt: { channelId: 'Sandbox' } });
    expect(await whereabouts()).toEqual(['Sandbox OPEN']);
    expect(other.payments.size).toBe(0);
  });

  test('if a channel opens a payment for one tab but does not answer a second tab, the second tab opens no further attempt once the consumer has paid in the first (fault 49)', async () => {
    const { first, other, gateway, init, whereabouts, another, current, order } = await twoChannels();
    const { letGo, waiting } = holdUp(first, 'unavailable', 'opened');
    const slow = init();
    await expect.poll(waiting).toBe(1);
    const quick = init(another());
    await expect.poll(waiting).toBe(2);
    letGo(1);
    await quick;
    await gateway.submit.execute(await current(), cards.unanswered);
    letGo(0);
    expect(await slow).toMatchObject({ attempt: { channelId: 'Sandbox', state: 'SUBMITTED' } });
    expect(await whereabouts()).toEqual(['Sandbox SUBMITTED']);
    expect(other.payments.size).toBe(0);
    const { attemptId } = latest(await current());
    await gateway.result(attemptId, first.settle(attemptId, succeeded(order.amount)));
    expect(await current()).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  test.each([
    ['before the other', ['Sandbox', 'Other']],
    ['after the other', ['Other', 'Sandbox']],
  ])(
    'if two channels take money for an order, the order is paid once and the second payment is returned (fault 50): the first channel reports %s',
    async (_case, reports) => {
      const { first, other, gateway, order, init, current } = await twoChannels();
      first.isAnswerLost = true;
      await init();
      await gateway.submit.execute(await current(), cards.succeeds);
      first.isAnswerLost = false;
      const at = { Sandbox: first, Other: other };
      for (const channelId of reports) {
        const attempt = (await current()).attempts.find((candidate) => candidate.channelId === channelId);
        const { attemptId = '' } = attempt ?? {};
        const result = at[channelId as 'Sandbox'].settle(attemptId, succeeded(order.amount));
        await gateway.result(attemptId, result, channelId);
      }
      const paid = await current();
      expect(paid.state).toBe('PAY_SUCCESS');
      expect(paid.attempts.find(({ attemptId }) => attemptId === paid.paidByAttemptId)?.channelId).toBe(
        reports[0],
      );
      expect(paid.refunds).toMatchObject([{ origin: 'second_payment', amount: order.amount }]);
    },
  );

  test('and takes money that cannot be returned without its answer is reported to operators', async () => {
    const { first, other, gateway, order, init, current, alerts } = await twoChannels();
    first.isAnswerLost = true;
    await init();
    await gateway.submit.execute(await current(), cards.succeeds);
    const [lost, paying] = (await current()).attempts;
    const { attemptId = '' } = lost ?? {};
    await gateway.result(
      paying?.attemptId ?? '',
      other.settle(paying?.attemptId ?? '', succeeded(order.amount)),
      'Other',
    );
    await gateway.result(attemptId, first.settle(attemptId, succeeded(order.amount)));
    await gateway.attendAfter(1);
    const [refund] = (await current()).refunds;
    expect(alerts.raised).toContainEqual({
      kind: 'channel_unavailable',
      channelId: 'Sandbox',
      detail: `refund ${refund?.refundId}: it returns the money of attempt ${attemptId}, but the channel never gave its reference of this payment: look for the payment at the channel`,
    });
  });
});

describe('two tabs and two instances', () => {
  test('if several tabs and instances learn at the same time that the preferred channel is down, they share one attempt at the next channel (fault 49)', async () => {
    const { first, other, init, another, whereabouts } = await twoChannels();
    first.isReachable = false;
    const instances = [another(), another()];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => init(instances[at % 2])));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['initialised']));
    expect(await whereabouts()).toEqual(['Sandbox ABANDONED', 'Other OPEN']);
    expect(other.payments.size).toBe(1);
  });

  test('once an attempt is submitted, no tab or instance replaces it with another attempt, because the consumer may have been charged (fault 49)', async () => {
    const { first, gateway, order, init, whereabouts, current } = await twoChannels();
    await init();
    first.isReachable = false;
    // Nobody knows whether it was charged.
    await gateway.submit.execute(await current(), cards.succeeds);
    await init();
    expect(outcomeOf(await gateway.initialise.execute(order, 'sandbox_wallet'))).toBe('PAYMENT_IN_PROGRESS');
    expect(await whereabouts()).toEqual(['Sandbox SUBMITTED']);
  });
});

describe('a submission that the channel refuses', () => {
  test('ends the attempt, and the next attempt goes to another channel', async () => {
    const { first, gateway, init, whereabouts, current, attempts } = await twoChannels();
    await init();
    first.submit = async () => ({
      kind: 'refused',
      failure: { code: 'busy', message: 'Busy.', category: 'processing_error' },
    });
    await gateway.submit.execute(await current(), cards.succeeds);
    expect((await current()).state).toBe('PAY_FAIL');
    await init();
    expect(await whereabouts()).toEqual(['Sandbox FAILED', 'Other OPEN']);
    expect((await attempts()).at(-1)?.route).toEqual({
      reason: 'failed_elsewhere_before',
      passedOver: [{ channelId: 'Sandbox', reason: 'failed_before' }],
    });
  });
});
