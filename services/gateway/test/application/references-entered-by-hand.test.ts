import { describe, expect, test } from 'vitest';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { latest, money, newOrder, opened, submitted } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const MINUTE = 60;
/** A little more, because the duty applies a callback some seconds after it is due. */
const HOUR = 3_610;

/** A gateway with two orders whose attempts are submitted, and ways to report about them. */
async function twoOrders() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant();
  const first = await gateway.submitted(merchant);
  const second = await gateway.submitted(merchant, { merchantTransactionId: 'T2' });
  const { attemptId } = latest(first);
  const third = submitted(opened(newOrder({ merchantTransactionId: 'T3' })));
  /** Stores an order that is opened at another channel, and returns the ID of its attempt. */
  const elsewhere = async () => {
    const attempts = third.attempts.map((attempt) => ({ ...attempt, channelId: 'ProcessorA' }));
    await surroundings.orders.insert({ ...third, attempts });
    return latest(third).attemptId;
  };
  let events = 0;
  const keep = async (notification: ChannelNotification, at = gateway) => {
    events += 1;
    const callback = rawCallback({ callbackId: `evt_${events}`, notification });
    await at.receiveCallback.execute('Sandbox', callback);
  };
  const tell = async (notification: ChannelNotification) => {
    await keep(notification);
    await gateway.settle();
  };
  const attend = async (times: number, seconds: number) => {
    for (let looks = 0; looks < times; looks += 1) await gateway.attendAfter(seconds);
  };
  return {
    surroundings,
    gateway,
    attemptId,
    other: latest(second).attemptId,
    elsewhere,
    keep,
    tell,
    attend,
    order: () => gateway.order(first.orderId),
    cases: async () => (await gateway.listCases.execute({ kind: null, after: null, limit: 100 })).cases,
    /** The alerts that tell an operator of a report. */
    told: () =>
      surroundings.alerts.raised.filter(({ kind }) =>
        ['report_for_operator', 'foreign_report', 'work_parked'].includes(kind),
      ),
    waiting: () => surroundings.inbox.listUnapplied(new Date(8.64e15), 10),
  };
}

const success = (attemptId: string, paymentReference = 'P1'): ChannelNotification => ({
  kind: 'payment',
  attemptId,
  result: { kind: 'succeeded', paid: money(10_000), card: null, paymentReference },
});

const refund = (attemptId: string, paymentReference = 'P1') =>
  ({
    kind: 'refund_by_reference',
    attemptId,
    paymentReference,
    channelReference: 'R1',
    result: { kind: 'succeeded', returned: money(6_000) },
  }) as const;

describe('a report with a reference that somebody entered at the processor', () => {
  test('a report with a reference that somebody entered by hand is applied to the payment that it names (fault 84)', async () => {
    const { attemptId, tell, order } = await twoOrders();
    await tell(success(attemptId));
    await tell(refund('INV-2041'));
    const { state, refunds } = await order();
    expect([state, refunds.map((each) => [each.state, each.amount.amountMinor])]).toEqual([
      'PARTIAL_REFUND',
      [['SUCCESS', 6_000]],
    ]);
    await tell({
      kind: 'dispute',
      attemptId: 'INV-2041',
      paymentReference: 'P1',
      report: { kind: 'opened', channelReference: 'D1', amount: money(4_000) },
    });
    expect((await order()).state).toBe('IN_DISPUTE');
  });

  type Bench = Awaited<ReturnType<typeof twoOrders>>;
  const entered: readonly (readonly [string, (bench: Bench) => string | Promise<string>])[] = [
    ['the ID of a report that contradicts the order', ({ attemptId }) => attemptId.replace('txn', 'qtn')],
    ['the ID of a failed return', ({ attemptId }) => attemptId.replace('txn', 'rtn')],
    ['the ID of a case about excess money', ({ attemptId }) => attemptId.replace('txn', 'exc')],
    ['the ID of an event', ({ attemptId }) => attemptId.replace('txn', 'evt')],
    ['another order’s attempt', ({ other }) => other],
    ['an attempt of another channel', ({ elsewhere }) => elsewhere()],
    ['an attempt that the order does not have', ({ attemptId }) => attemptId.replace(/1$/, '2')],
    ['an attempt of no order', () => `txn_${'0'.repeat(32)}_1`],
  ];

  test.each(entered)(
    'if somebody entered the ID of something else at the processor, the report is applied to the payment that it names: %s',
    async (_, id) => {
      const bench = await twoOrders();
      const { attemptId, other, tell, order, told } = bench;
      await tell(success(attemptId));
      await tell(success(other, 'P9'));
      await tell(refund(await id(bench)));
      expect((await order()).state).toBe('PARTIAL_REFUND');
      expect(told()).toEqual([]);
    },
  );

  test.each([...entered, ['text of somebody’s own', () => 'INV-2041'] as const])(
    'if somebody entered the reference by hand at the processor, the report waits until its payment is known, and is then applied (fault 84): %s',
    async (_, id) => {
      const bench = await twoOrders();
      const { attemptId, tell, attend, order, waiting, told } = bench;
      await tell(refund(await id(bench)));
      await attend(11, MINUTE);
      await tell(success(attemptId));
      await attend(1, HOUR);
      expect((await order()).state).toBe('PARTIAL_REFUND');
      expect([await waiting(), told()]).toEqual([[], []]);
    },
  );

  const madeByHand = (refundId: string) =>
    ({
      kind: 'refund',
      refundId,
      paymentReference: 'P1',
      channelReference: 'R1',
      result: { kind: 'succeeded', returned: money(6_000) },
    }) as const;

  test.each(['before', 'after'])(
    'a refund by hand under the ID of a refund that does not exist is counted, %s its payment is known',
    async (when) => {
      const { attemptId, tell, attend, order } = await twoOrders();
      const report = madeByHand(attemptId.replace('txn', 'rfd'));
      for (const told of when === 'before' ? [report, success(attemptId)] : [success(attemptId), report]) {
        await tell(told);
      }
      await attend(1, HOUR);
      const { state, refunds } = await order();
      expect([state, refunds]).toMatchObject(['PARTIAL_REFUND', [{ channelReference: 'R1' }]]);
    },
  );

  test('that nothing but an operator can handle is raised under the gateway’s own ID', async () => {
    const { surroundings, attemptId, tell } = await twoOrders();
    await tell(success(attemptId));
    await tell({ kind: 'for_operator', reference: 'INV-2041', paymentReference: 'P1', detail: 'Odd.' });
    expect(surroundings.alerts.raised).toContainEqual({
      kind: 'report_for_operator',
      channelId: 'Sandbox',
      reference: attemptId,
      detail: 'Odd.',
    });
  });
});

describe('a report about a payment that the gateway does not know', () => {
  test.each([5, 11, 3 * 24 * 60])(
    'a report that waits for its payment survives a stop of the gateway (fault 84): it starts again %s minutes later',
    async (minutes) => {
      const { surroundings, attemptId, keep, attend, order } = await twoOrders();
      const dying = new TestGateway(surroundings, { dies: true });
      await keep(refund('INV-2041'), dying);
      await keep(success(attemptId), dying);
      await attend(1, minutes * MINUTE);
      await attend(1, MINUTE);
      expect((await order()).state).toBe('PARTIAL_REFUND');
    },
  );

  test.each([
    ['text of somebody’s own', () => 'INV-2041'],
    ['another order’s attempt', ({ other }: Awaited<ReturnType<typeof twoOrders>>) => other],
    ['an attempt of no order', () => `txn_${'0'.repeat(32)}_1`],
  ] as const)(
    'a report that waits for its payment is applied as soon as the payment is known, so that no money goes back twice meanwhile (fault 84): %s',
    async (_, id) => {
      const bench = await twoOrders();
      const { attemptId, tell, attend, order } = bench;
      await tell(refund(id(bench)));
      await attend(11, MINUTE);
      await tell(success(attemptId));
      await attend(1, MINUTE);
      expect((await order()).refunds).toMatchObject([{ channelReference: 'R1' }]);
    },
  );

  test('is left to others after a day of retries, without a case and without an alert', async () => {
    const { surroundings, tell, attend, cases, waiting } = await twoOrders();
    await tell(refund('INV-2041'));
    await tell({ kind: 'for_operator', reference: 'INV-2041', paymentReference: 'P2', detail: 'Odd.' });
    await attend(34, HOUR);
    expect(await waiting()).toHaveLength(2);
    await attend(1, HOUR);
    expect([await waiting(), await cases(), surroundings.alerts.raised]).toEqual([[], [], []]);
  });

  test('is an alert after a day of retries if it has an ID like the gateway’s, but of an order that is not stored', async () => {
    const { surroundings, tell, attend, cases, waiting } = await twoOrders();
    const reference = `txn_${'0'.repeat(32)}_1`;
    await tell(refund(reference));
    await attend(34, HOUR);
    expect([surroundings.alerts.raised, await cases()]).toEqual([[], []]);
    await attend(1, HOUR);
    expect(surroundings.alerts.raised).toMatchObject([{ kind: 'report_for_operator', reference }]);
    expect(await waiting()).toEqual([]);
  });

  test('is an alert after a day of retries if it has an ID of an order that was paid at another channel', async () => {
    const { elsewhere, tell, attend, told } = await twoOrders();
    const reference = await elsewhere();
    await tell(refund(reference));
    await attend(34, HOUR);
    expect(told().filter(({ kind }) => kind !== 'work_parked')).toEqual([]);
    await attend(1, HOUR);
    expect(told()).toContainEqual(expect.objectContaining({ kind: 'foreign_report', reference }));
  });

  test('is a case after an hour if it has an ID of a stored order, and is still tried', async () => {
    const { attemptId, tell, attend, order, cases } = await twoOrders();
    await tell(refund(attemptId.replace('txn', 'qtn')));
    await attend(14, 11 * MINUTE);
    expect(await cases()).toMatchObject([{ kind: 'callback_parked' }]);
    await tell(success(attemptId));
    await attend(1, HOUR);
    expect((await order()).refunds).toContainEqual(expect.objectContaining({ channelReference: 'R1' }));
    // The order has closed meanwhile. The refund by hand stops the return of the late payment, and this is a case.
    expect((await cases()).map(({ kind }) => kind)).toEqual(['return_failed']);
  });

  test('the gateway does not give up a report while the report of its payment waits for an operator (fault 84)', async () => {
    const { surroundings, attemptId, tell, attend, waiting } = await twoOrders();
    const { inbox, clock } = surroundings;
    const ofPayment = { callbackId: 'evt_0', channelId: 'Sandbox', notification: success(attemptId) };
    await inbox.keep({ ...ofPayment, receivedAt: clock.realNow() });
    for (let failures = 0; failures < 12; failures += 1) {
      const failure = { kind: 'fault', reason: 'broken' } as const;
      await inbox.putOff({ ...ofPayment, receivedAt: clock.realNow() }, failure, clock.realNow());
    }
    await tell(refund('INV-2041'));
    await attend(40, HOUR);
    expect(await waiting()).toHaveLength(1);
    const [{ parked } = { parked: { since: new Date(0) } }] = await inbox.listParked(null, 10);
    expect(await inbox.settle(ofPayment, parked.since, clock.realNow())).toBe('settled');
    await attend(1, HOUR);
    expect(await waiting()).toEqual([]);
  });
});
