import { describe, expect, test } from 'vitest';
import type { RefundAnswer } from '../../src/ports/payment-channel.ts';
import { latest, money, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const made = { kind: 'succeeded', returned: money(3_000) } as const;
const failed = { kind: 'failed', failure: { code: 'x', message: 'X.' } } as const;
const NOTE = 'Seen in the processor’s dashboard.';

async function caseKinds({ listCases }: TestGateway): Promise<readonly string[]> {
  const { cases } = await listCases.execute({ kind: null, after: null, limit: 100 });
  return cases.map(({ kind }) => kind);
}

/** Makes a refund that is a case, because its channel never answers. Its latest attempt was just now. */
async function unresolved() {
  const gateway = new TestGateway();
  const { channel } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const { orderId } = await gateway.paid(merchant);
  let questions = 0;
  channel.refund = async () => ({ kind: 'unknown', detail: 'no answer' });
  channel.askRefund = async () => {
    questions += 1;
    return { kind: 'unavailable', detail: 'no answer' };
  };
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  await gateway.settle();
  while ((await caseKinds(gateway)).length === 0) await gateway.attendAfter(3_601);
  const refundId = (await gateway.order(orderId)).refunds[0]?.refundId ?? '';
  const report = async (reporter: TestGateway, result: typeof made | typeof failed) => {
    const notification = { kind: 'refund', refundId, result } as const;
    await reporter.receiveCallback.execute('Sandbox', rawCallback({ callbackId: 'evt_late', notification }));
    await reporter.settle();
  };
  return { gateway, merchant, orderId, refundId, report, questions: () => questions };
}

/** Returns the present time, as the time at which the operator looked at the channel's own record. */
function lookedNow({ surroundings }: TestGateway): Date {
  return surroundings.clock.realNow();
}

describe('a refund that the operator concludes', () => {
  test.each([
    ['made', 'SUCCESS', 'PARTIAL_REFUND', 'order.refund.succeeded'],
    ['not_made', 'FAILED', 'PAY_SUCCESS', 'order.refund.failed'],
  ] as const)('as %s ends once, with an event and the note', async (outcome, state, orderState, event) => {
    const { gateway, orderId, refundId, questions } = await unresolved();
    gateway.surroundings.clock.pass(30);
    const now = gateway.surroundings.clock.now();
    expect(
      await gateway.refunds.conclude(refundId, { outcome, lookedAt: lookedNow(gateway), note: NOTE }),
    ).toMatchObject({
      kind: 'concluded',
      order: { state: orderState },
      refund: { refundId, state, completedAt: now },
    });
    expect((await gateway.order(orderId)).history.at(-1)).toMatchObject({
      cause: 'refund_concluded',
      note: NOTE,
      at: now,
      moves: expect.arrayContaining([{ subject: 'refund 1', from: 'PROCESSING', to: state }]),
    });
    expect(await caseKinds(gateway)).toEqual([]);
    const asked = questions();
    for (let hours = 0; hours < 3; hours += 1) await gateway.attendAfter(3_601);
    expect(questions()).toBe(asked);
    expect((await gateway.types(orderId)).at(-1)).toBe(event);
    const again = await gateway.refunds.conclude(refundId, {
      outcome,
      lookedAt: lookedNow(gateway),
      note: NOTE,
    });
    expect(again).toMatchObject({ name: 'REFUND_NOT_CONCLUDABLE', detail: expect.stringContaining(state) });
    expect((await gateway.order(orderId)).history.at(-1)?.cause).toBe('refund_concluded');
  });

  test('an operator cannot record how a refund ended while a call that sends the refund may be running (fault 1)', async () => {
    const { gateway, orderId, refundId } = await unresolved();
    const { channel } = gateway.surroundings;
    // The channel cannot be asked about the refund, so the gateway sends the refund again with the same key. That call has not
    // returned yet.
    channel.askRefund = async () => ({ kind: 'cannot_tell' });
    let release: (answer: RefundAnswer) => void = () => {};
    const isCalled = new Promise<void>((called) => {
      channel.refund = () => {
        called();
        return new Promise((resolve) => {
          release = resolve;
        });
      };
    });
    const attending = gateway.attendAfter(3_601);
    await isCalled;
    const { version } = await gateway.order(orderId);
    const refused = await gateway.refunds.conclude(refundId, {
      outcome: 'not_made',
      lookedAt: lookedNow(gateway),
      note: NOTE,
    });
    expect(refused).toMatchObject({
      name: 'REFUND_NOT_CONCLUDABLE',
      detail: expect.stringContaining('in a minute'),
    });
    expect((await gateway.order(orderId)).version).toBe(version);
    release({ kind: 'unknown', detail: 'no answer' });
    await attending;
    gateway.surroundings.clock.pass(68);
    expect(
      outcomeOf(
        await gateway.refunds.conclude(refundId, {
          outcome: 'not_made',
          lookedAt: lookedNow(gateway),
          note: NOTE,
        }),
      ),
    ).toBe('concluded');
  });

  test('if two calls have sent a refund, an operator cannot record how the refund ended until both calls have ended, even if the later one ends first (fault 1)', async () => {
    const { gateway, refundId } = await unresolved();
    const { channel, clock } = gateway.surroundings;
    channel.askRefund = async () => ({ kind: 'cannot_tell' });
    const isCalled = new Promise<void>((called) => {
      channel.refund = () => {
        called();
        return new Promise(() => {});
      };
    });
    void gateway.attendAfter(3_601);
    await isCalled;
    channel.refund = async () => ({ kind: 'unknown', detail: 'no answer' });
    clock.move(3_601);
    await new TestGateway(gateway.surroundings).attendAfter(0);
    const conclude = async () =>
      outcomeOf(
        await gateway.refunds.conclude(refundId, {
          outcome: 'not_made',
          lookedAt: lookedNow(gateway),
          note: NOTE,
        }),
      );
    expect(await conclude()).toBe('REFUND_NOT_CONCLUDABLE');
    clock.pass(65);
    expect(await conclude()).toBe('concluded');
  });

  test('makes its amount refundable again if it was not made', async () => {
    const { gateway, merchant, refundId } = await unresolved();
    const whole = refundCommand({ transactionId: 'R2', amount: money(10_000) });
    const ask = async () => outcomeOf(await gateway.acceptRefund.execute(merchant.merchantId, whole));
    expect(await ask()).toBe('REFUND_EXCEEDS_AMOUNT');
    gateway.surroundings.clock.pass(30);
    await gateway.refunds.conclude(refundId, {
      outcome: 'not_made',
      lookedAt: lookedNow(gateway),
      note: NOTE,
    });
    expect(await ask()).toBe('accepted');
  });

  test('can be concluded after its case was settled', async () => {
    const { gateway, refundId } = await unresolved();
    expect(await gateway.settleCase(refundId, 'Asked the processor.')).toMatchObject({
      refund: { refundId, state: 'PROCESSING' },
    });
    gateway.surroundings.clock.pass(30);
    expect(outcomeOf(await gateway.refunds.conclude(refundId, { outcome: 'made', note: NOTE }))).toBe(
      'concluded',
    );
  });

  test.each([
    ['made', failed, 'SUCCESS'],
    ['not_made', made, 'FAILED'],
  ] as const)(
    'as %s stays so, and a report that contradicts it is a case',
    async (outcome, result, state) => {
      const { gateway, orderId, refundId, report } = await unresolved();
      gateway.surroundings.clock.pass(30);
      await gateway.refunds.conclude(refundId, { outcome, lookedAt: lookedNow(gateway), note: NOTE });
      await report(gateway, result);
      expect((await gateway.order(orderId)).refunds).toMatchObject([{ state }]);
      expect(await caseKinds(gateway)).toEqual(['result_set_aside']);
    },
  );

  test('ends once while its channel reports to another instance, and the later result is refused or a case', async () => {
    const { gateway, orderId, refundId, report } = await unresolved();
    const other = new TestGateway(gateway.surroundings);
    gateway.surroundings.clock.pass(30);
    const [concluded] = await Promise.all([
      gateway.refunds.conclude(refundId, { outcome: 'not_made', lookedAt: lookedNow(gateway), note: NOTE }),
      report(other, made),
    ]);
    const isFirst = concluded.kind === 'concluded';
    expect((await gateway.order(orderId)).refunds).toMatchObject([{ state: isFirst ? 'FAILED' : 'SUCCESS' }]);
    expect(await caseKinds(gateway)).toEqual(isFirst ? ['result_set_aside'] : []);
  });

  test.each(['nonsense', `rfd_${'0'.repeat(32)}_1`])('does not exist: %s', async (refundId) => {
    const answer = await new TestGateway().refunds.conclude(refundId, { outcome: 'made', note: NOTE });
    expect(outcomeOf(answer)).toBe('REFUND_NOT_FOUND');
  });

  test('is not concluded while the gateway still expects a result', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.paid(merchant);
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const refundId = (await gateway.order(orderId)).refunds[0]?.refundId ?? '';
    gateway.surroundings.clock.pass(30);
    expect(await gateway.refunds.conclude(refundId, { outcome: 'made', note: NOTE })).toMatchObject({
      name: 'REFUND_NOT_CONCLUDABLE',
      detail: expect.stringContaining('still working on the refund'),
    });
  });
});

describe('a dispute that the operator concludes', () => {
  const theOne = (outcome: 'won' | 'lost') => ({ channelReference: 'dsp_1', outcome, note: NOTE });

  async function inDispute() {
    const gateway = new TestGateway(newSurroundings());
    const order = await gateway.paid(await gateway.merchant());
    const report = async (kind: 'opened' | 'won' | 'lost', channelReference = 'dsp_1') => {
      const told = { channelReference, amount: money(10_000), kind };
      const notification = { kind: 'dispute', attemptId: latest(order).attemptId, report: told } as const;
      await gateway.receiveCallback.execute(
        'Sandbox',
        rawCallback({ callbackId: `evt_${channelReference}_${kind}`, notification }),
      );
      await gateway.settle();
    };
    await report('opened');
    return { gateway, orderId: order.orderId, report };
  }

  test.each([
    ['won', 'PAY_SUCCESS', 'lost'],
    ['lost', 'REFUNDED', 'won'],
  ] as const)('as %s ends once, with an event and the note', async (outcome, state, other) => {
    const { gateway, orderId, report } = await inDispute();
    gateway.surroundings.clock.pass(86_400);
    const now = gateway.surroundings.clock.now();
    expect(await gateway.disputes.conclude(orderId, theOne(outcome))).toMatchObject({
      kind: 'concluded',
      order: { state, dispute: { state: outcome, resolvedAt: now } },
    });
    expect((await gateway.order(orderId)).history.at(-1)).toMatchObject({
      cause: 'dispute_concluded',
      note: NOTE,
      moves: expect.arrayContaining([{ subject: 'dispute', from: 'opened', to: outcome }]),
    });
    await gateway.settle();
    expect((await gateway.types(orderId)).at(-1)).toBe(`order.dispute.${outcome}`);
    expect(await gateway.disputes.conclude(orderId, theOne(outcome))).toMatchObject({
      name: 'DISPUTE_NOT_CONCLUDABLE',
      detail: expect.stringContaining(`records an outcome of this dispute: ${outcome}`),
    });
    await report(other);
    expect(await gateway.order(orderId)).toMatchObject({ state, dispute: { state: outcome } });
    expect(await caseKinds(gateway)).toEqual(['result_set_aside']);
  });

  test('if an operator corrects a dispute that was concluded as lost, the merchant gets an event, and the order can be refunded again (fault 91)', async () => {
    const { gateway, orderId } = await inDispute();
    await gateway.disputes.conclude(orderId, theOne('lost'));
    const recordedAt = gateway.surroundings.clock.now();
    gateway.surroundings.clock.pass(60);
    const partly = { ...theOne('lost'), amount: 70 };
    expect(await gateway.disputes.conclude(orderId, partly)).toEqual({
      kind: 'refused',
      name: 'DISPUTE_NOT_CONCLUDABLE',
      detail: `The order already records an outcome of this dispute: lost, over 100.00 USD. If that is right, nothing is left to do. If not, check the channel’s own record again. Read the cases about this dispute, too. Then repeat the command with corrects (--corrects ${recordedAt.toISOString()}). If the bank took another amount in all, use lost with this total amount.`,
    });
    expect(await gateway.disputes.conclude(orderId, { ...partly, corrects: recordedAt })).toMatchObject({
      kind: 'concluded',
      order: { state: 'PARTIAL_REFUND', dispute: { state: 'lost', amount: money(7_000) } },
    });
    const takenBack = { ...theOne('won'), corrects: gateway.surroundings.clock.now() };
    expect(await gateway.disputes.conclude(orderId, takenBack)).toMatchObject({
      kind: 'concluded',
      order: { state: 'PAY_SUCCESS', dispute: { state: 'won' } },
    });
    expect((await gateway.order(orderId)).history.at(-1)).toMatchObject({
      cause: 'dispute_concluded',
      note: NOTE,
      moves: expect.arrayContaining([{ subject: 'dispute', from: 'lost', to: 'won' }]),
    });
    await gateway.settle();
    expect((await gateway.types(orderId)).slice(-3)).toEqual([
      'order.dispute.lost',
      'order.dispute.won',
      'order.dispute.won',
    ]);
    expect(await caseKinds(gateway)).toEqual([]);
  });

  test('is the one that the operator looked at, not another one that was opened meanwhile', async () => {
    const { gateway, orderId, report } = await inDispute();
    await report('won');
    await report('opened', 'dsp_2');
    expect(await gateway.disputes.conclude(orderId, theOne('won'))).toMatchObject({
      name: 'DISPUTE_NOT_CONCLUDABLE',
      detail: 'The order’s dispute is dsp_2 now, not dsp_1: look at that one before you conclude it.',
    });
    expect(await gateway.order(orderId)).toMatchObject({
      state: 'IN_DISPUTE',
      dispute: { channelReference: 'dsp_2', state: 'opened' },
    });
  });

  test('of a duplicate payment, which the channel never reported, keeps that payment from being returned', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const { orderId } = await gateway.submitted(merchant);
    const [first] = (await gateway.order(orderId)).attempts;
    const firstId = first?.attemptId ?? '';
    await gateway.result(firstId, { kind: 'cancelled' });
    const order = await gateway.paid(merchant);
    gateway.surroundings.channel.isReachable = false;
    await gateway.result(firstId, succeeded(order.amount));
    const loss = { channelReference: 'dsp_1', outcome: 'lost', amount: 100, note: NOTE } as const;
    expect(await gateway.disputes.conclude(orderId, loss)).toMatchObject({
      name: 'DISPUTE_NOT_CONCLUDABLE',
      detail: expect.stringContaining('Name the attempt whose money the bank took'),
    });
    expect(await gateway.disputes.conclude(orderId, { ...loss, attemptId: firstId })).toMatchObject({
      kind: 'concluded',
      order: { state: 'PAY_SUCCESS', dispute: null },
    });
    gateway.surroundings.channel.isReachable = true;
    await gateway.attendAfter(3_600);
    expect(gateway.surroundings.channel.refunds.size).toBe(0);
    expect((await caseKinds(gateway)).toSorted()).toEqual(['result_set_aside', 'return_failed']);
  });

  test('has to exist', async () => {
    const gateway = new TestGateway();
    const { orderId } = await gateway.paid(await gateway.merchant());
    const conclude = async (id: string) => outcomeOf(await gateway.disputes.conclude(id, theOne('won')));
    expect(await conclude(orderId)).toBe('DISPUTE_NOT_CONCLUDABLE');
    expect(await conclude(`ord_${'0'.repeat(32)}`)).toBe('ORDER_NOT_FOUND');
    expect(await conclude('nonsense')).toBe('ORDER_NOT_FOUND');
  });
});
