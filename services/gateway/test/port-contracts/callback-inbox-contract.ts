import { expect, test } from 'vitest';
import type { CallbackInbox, ReceivedCallback } from '../../src/ports/callback-inbox.ts';
import type { WaitingPosition } from '../../src/ports/order-repository.ts';
import { declined, money, succeeded } from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

function callback(callbackId: string, seconds = 0): ReceivedCallback {
  return {
    callbackId,
    channelId: 'Sandbox',
    notification: { kind: 'payment', attemptId: 'txn_1', result: succeeded() },
    receivedAt: after(seconds),
  };
}

const newsOf = (orderId: string, ...paymentReferences: string[]) => ({ orderId, paymentReferences });
const fault = { kind: 'fault', reason: 'broken' } as const;

/** The contract of every CallbackInbox. */
export function callbackInboxContract(open: () => Instances<CallbackInbox>): void {
  test('keeps a callback once, over all instances', async () => {
    const [one, other] = open();
    expect(await one.keep(callback('evt_1'))).toBe('kept');
    expect(await other.keep(callback('evt_1'))).toBe('seen_unapplied');
    await other.markApplied(callback('evt_1'), after(1));
    expect(await one.keep(callback('evt_1'))).toBe('seen_applied');
  });

  test('removes callbacks that were applied before a given time, up to the limit, and no unapplied ones', async () => {
    const [one, other] = open();
    for (const id of ['evt_1', 'evt_2', 'evt_3', 'evt_4']) await one.keep(callback(id));
    for (const [id, seconds] of [
      ['evt_1', 1],
      ['evt_2', 2],
      ['evt_3', 3],
    ] as const) {
      await one.markApplied(callback(id), after(seconds));
    }
    expect(await other.removeApplied(after(1), 10)).toBe(0);
    expect(await other.removeApplied(after(3), 1)).toBe(1);
    expect(await other.removeApplied(after(3), 10)).toBe(1);
    expect(await other.removeApplied(after(3), 10)).toBe(0);
    expect(await other.keep(callback('evt_3'))).toBe('seen_applied');
    expect(await other.keep(callback('evt_4'))).toBe('seen_unapplied');
    expect(await other.keep(callback('evt_1'))).toBe('kept');
  });

  test('answers “first” to exactly one of a hundred concurrent calls', async () => {
    const instances = open();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => instances[index % 2]?.keep(callback('evt_1'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'seen_unapplied')).toHaveLength(99);
  });

  test('distinguishes the same ID at two channels', async () => {
    const [one] = open();
    await one.keep(callback('evt_1'));
    expect(await one.keep({ ...callback('evt_1'), channelId: 'ProcessorA' })).toBe('kept');
  });

  test.each<[string, ReceivedCallback['notification']]>([
    ['a payment', { kind: 'payment', attemptId: 'txn_1', result: declined }],
    ['a cancelled payment', { kind: 'payment', attemptId: 'txn_1', result: { kind: 'cancelled' } }],
    [
      'a refund',
      {
        kind: 'refund',
        refundId: 'rfd_1',
        result: { kind: 'failed', failure: { code: 'no', message: 'No.' } },
      },
    ],
    [
      'a failed refund that only its payment names',
      {
        kind: 'refund_by_reference',
        attemptId: 'txn_1',
        channelReference: 'pay_1',
        amount: { amountMinor: 1, currency: 'USD' },
        result: { kind: 'failed', failure: { code: 'no', message: 'No.' } },
      },
    ],
    [
      'a dispute',
      {
        kind: 'dispute',
        attemptId: 'txn_1',
        report: { kind: 'opened', channelReference: 'dsp_1', amount: { amountMinor: 1, currency: 'USD' } },
      },
    ],
    ['a payment that is under way', { kind: 'payment_under_way', attemptId: 'txn_1' }],
    ['nothing of interest', { kind: 'irrelevant', type: 'balance.changed' }],
    [
      'a payment that is not collected',
      {
        kind: 'uncollected',
        attemptId: 'INV-1',
        paymentReference: 'pay_1',
        channelReference: 'EXPIRE:1',
        reason: 'No.',
      },
    ],
    [
      'a payment that is not collected, in a report that may name it',
      {
        kind: 'uncollected',
        attemptId: 'txn_1',
        eventReference: 'pay_1',
        channelReference: 'EXPIRE:pay_1',
        reason: 'No.',
      },
    ],
    [
      'what only an operator can handle',
      { kind: 'for_operator', reference: 'INV-1', paymentReference: 'pay_1', detail: 'Odd.' },
    ],
  ])('gives %s back as it was received', async (_case, notification) => {
    const [one, other] = open();
    await one.keep({ ...callback('evt_1'), notification });
    expect(await other.listUnapplied(after(0), 10)).toEqual([{ ...callback('evt_1'), notification }]);
  });

  test('lists unapplied callbacks stored before a given time, the oldest first, up to the limit', async () => {
    const [one, other] = open();
    for (const [id, seconds] of [
      ['evt_3', 3],
      ['evt_1', 1],
      ['evt_2', 2],
      ['evt_4', 4],
    ] as const) {
      await one.keep(callback(id, seconds));
    }
    await one.markApplied(callback('evt_2', 2), after(1));
    const ids = async (seconds: number, limit: number) =>
      (await other.listUnapplied(after(seconds), limit)).map(({ callbackId }) => callbackId);
    expect(await ids(3, 10)).toEqual(['evt_1', 'evt_3']);
    expect(await ids(9, 2)).toEqual(['evt_1', 'evt_3']);
    expect(await ids(0, 10)).toEqual([]);
  });

  test('lists a callback that is postponed for ever longer times, at most 10 minutes, as it was received', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    let now = 0;
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      await other.putOff(callback('evt_1'), fault, after(now));
      expect(await one.listUnapplied(after(now + seconds - 0.001), 10)).toEqual([]);
      expect(await one.listUnapplied(after(now + seconds), 10)).toEqual([callback('evt_1')]);
      now += seconds;
    }
    await one.markApplied(callback('evt_1'), after(1));
    await other.putOff(callback('evt_1'), fault, after(now));
    expect(await one.listUnapplied(after(99_999), 10)).toEqual([]);
    await other.putOff(callback('evt_none'), fault, after(now));
  });

  test('a callback that may not concern the gateway is no case, and is tried for a day at growing intervals', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    const waiting = { kind: 'waiting', orderId: null, reason: 'the payment P1 is not known' } as const;
    let now = 0;
    for (let failures = 0; failures < 34; failures += 1) {
      expect(await one.failuresOf(callback('evt_1'))).toBe(failures);
      expect(await other.putOff(callback('evt_1'), waiting, after(now))).toBeNull();
      const seconds = Math.min(5 * 2 ** failures, 3_600);
      expect(await one.listUnapplied(after(now + seconds - 0.001), 10)).toEqual([]);
      now += seconds;
      expect(await one.listUnapplied(after(now), 10)).toEqual([callback('evt_1')]);
    }
    expect(now).toBeGreaterThan(24 * 3_600);
    expect(await one.listParked(null, 10)).toEqual([]);
    expect(await one.failuresOf(callback('evt_none'))).toBe(0);
  });

  test('knows the payments whose reports wait for an operator', async () => {
    const [one, other] = open();
    const ofPayment = (paymentReference: string, callbackId: string): ReceivedCallback => ({
      ...callback(callbackId),
      notification: {
        kind: 'payment',
        attemptId: 'txn_1',
        result: { kind: 'succeeded', paid: money(100), card: null, paymentReference },
      },
    });
    for (const each of [ofPayment('P1', 'evt_1'), ofPayment('P2', 'evt_2')]) await one.keep(each);
    for (let failures = 1; failures <= 12; failures += 1) {
      expect(await other.isPaymentParked('Sandbox', 'P1')).toBe(false);
      await one.putOff(callback('evt_1'), fault, after(failures * 600));
    }
    const isParked = (channelId: string, payment: string) => other.isPaymentParked(channelId, payment);
    expect([
      await isParked('Sandbox', 'P1'),
      await isParked('Sandbox', 'P2'),
      await isParked('ProcessorA', 'P1'),
    ]).toEqual([true, false, false]);
    await one.settle(callback('evt_1'), after(7_200), after(8_000));
    expect(await isParked('Sandbox', 'P1')).toBe(false);
  });

  test('parks a callback that fails for the twelfth time, until it is resumed', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    let now = 0;
    for (let failures = 1; failures < 12; failures += 1) {
      expect(await one.putOff(callback('evt_1'), fault, after(now))).toBeNull();
      now += 600;
    }
    const parked = { since: after(now), failures: 12, reason: 'broken' };
    expect(await other.putOff(callback('evt_1'), fault, after(now))).toEqual(parked);
    expect(await one.listUnapplied(after(now + 99_999), 10)).toEqual([]);
    expect(await one.listParked(null, 10)).toEqual([{ callback: callback('evt_1'), parked }]);
    expect(await one.resume(callback('evt_1'), after(now + 1))).toBe('resumed');
    expect(await other.listUnapplied(after(now + 1), 10)).toEqual([callback('evt_1')]);
    expect(await one.listParked(null, 10)).toEqual([]);
    expect(await one.resume(callback('evt_1'), after(now + 1))).toBe('not_parked');
  });

  test('a callback that waits for an earlier report becomes a case once, and is still tried every 10 minutes', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    const waiting = { kind: 'waiting', orderId: 'ord_1', reason: 'no reference yet' } as const;
    for (let failures = 1; failures < 12; failures += 1) {
      expect(await one.putOff(callback('evt_1'), waiting, after(failures * 600))).toBeNull();
      expect(await one.listParked(null, 10)).toEqual([]);
    }
    const parked = { since: after(7_200), failures: 12, reason: 'no reference yet', isStillTried: true };
    expect(await other.putOff(callback('evt_1'), waiting, after(7_200))).toEqual(parked);
    expect(await other.putOff(callback('evt_1'), waiting, after(7_800))).toBeNull();
    expect(await one.listParked(null, 10)).toEqual([
      { callback: callback('evt_1'), parked: { ...parked, failures: 13 } },
    ]);
    expect(await one.listUnapplied(after(8_399), 10)).toEqual([]);
    expect(await one.listUnapplied(after(8_400), 10)).toEqual([callback('evt_1')]);
    await one.markApplied(callback('evt_1'), after(8_401));
    expect(await other.listParked(null, 10)).toEqual([]);
    expect(await other.listUnapplied(after(99_999), 10)).toEqual([]);
  });

  test('a waiting callback becomes a case once its order is known, however often it has failed before', async () => {
    const [one] = open();
    await one.keep(callback('evt_1'));
    const unknown = { kind: 'waiting', orderId: null, reason: 'the payment P1 is not known' } as const;
    for (let failures = 1; failures <= 13; failures += 1) {
      expect(await one.putOff(callback('evt_1'), unknown, after(failures * 3_600))).toBeNull();
    }
    const known = { kind: 'waiting', orderId: 'ord_1', reason: 'no reference yet' } as const;
    const parked = { since: after(50_400), failures: 14, reason: 'no reference yet', isStillTried: true };
    expect(await one.putOff(callback('evt_1'), known, after(50_400))).toEqual(parked);
    expect(await one.putOff(callback('evt_1'), known, after(51_000))).toBeNull();
  });

  test('a waiting callback that an operator resumes counts its failures from zero again', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    const waiting = { kind: 'waiting', orderId: 'ord_1', reason: 'no reference yet' } as const;
    for (let failures = 1; failures <= 12; failures += 1) {
      await one.putOff(callback('evt_1'), waiting, after(failures * 600));
    }
    expect(await other.resume(callback('evt_1'), after(8_000))).toBe('resumed');
    expect(await one.listParked(null, 10)).toEqual([]);
    expect(await one.listUnapplied(after(8_000), 10)).toEqual([callback('evt_1')]);
    expect(await one.putOff(callback('evt_1'), waiting, after(8_000))).toBeNull();
    expect(await one.listUnapplied(after(8_005), 10)).toEqual([callback('evt_1')]);
  });

  test.each([
    ['still tried', { kind: 'waiting', orderId: 'ord_1', reason: 'no reference yet' }],
    ['not tried any more', fault],
  ] as const)(
    'if an operator settles the case of a callback, the callback is never applied, even if the channel sends it again (fault 84): %s',
    async (_case, failure) => {
      const [one, other] = open();
      await one.keep(callback('evt_1'));
      for (let failures = 1; failures <= 12; failures += 1) {
        await one.putOff(callback('evt_1'), failure, after(failures * 600));
      }
      expect(await other.settle(callback('evt_1'), after(7_199), after(8_000))).toBe('not_parked');
      expect(await other.settle(callback('evt_none'), after(7_200), after(8_000))).toBe('not_parked');
      expect(await other.settle(callback('evt_1'), after(7_200), after(8_000))).toBe('settled');
      expect(await one.settle(callback('evt_1'), after(7_200), after(8_000))).toBe('not_parked');
      expect(await one.listParked(null, 10)).toEqual([]);
      await one.hastenWaiting(newsOf('ord_1'), after(8_001));
      expect(await one.putOff(callback('evt_1'), failure, after(8_001))).toBeNull();
      expect(await one.resume(callback('evt_1'), after(8_001))).toBe('not_parked');
      expect(await one.listUnapplied(after(99_999), 10)).toEqual([]);
      expect(await one.keep(callback('evt_1'))).toBe('seen_applied');
      expect(await one.removeApplied(after(8_001), 10)).toBe(1);
    },
  );

  test('makes due the callbacks that wait for a report about one order, whether or not they are cases, and no others', async () => {
    const [one, other] = open();
    for (const id of ['evt_1', 'evt_2', 'evt_3', 'evt_4']) await one.keep(callback(id));
    const waitingFor = (orderId: string) => ({ kind: 'waiting', orderId, reason: 'early' }) as const;
    for (let failures = 1; failures <= 12; failures += 1) {
      await one.putOff(callback('evt_1'), waitingFor('ord_1'), after(failures * 600));
    }
    await one.putOff(callback('evt_2'), waitingFor('ord_1'), after(7_200));
    await one.putOff(callback('evt_3'), waitingFor('ord_2'), after(7_200));
    await one.putOff(callback('evt_4'), fault, after(7_200));
    await other.hastenWaiting(newsOf('ord_1'), after(7_201));
    const due = await one.listUnapplied(after(7_201), 10);
    expect(due.map(({ callbackId }) => callbackId).toSorted()).toEqual(['evt_1', 'evt_2']);
    await one.markApplied(callback('evt_1'), after(7_202));
    await other.hastenWaiting(newsOf('ord_1'), after(7_203));
    expect(await one.listUnapplied(after(7_203), 10)).toEqual([callback('evt_2')]);
  });

  test('makes due the callbacks that wait for a payment that has become known, whether or not its order was known', async () => {
    const [one, other] = open();
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await one.keep(callback(id));
    const waitingFor = (paymentReference: string, orderId: string | null) =>
      ({ kind: 'waiting', orderId, paymentReference, reason: 'early' }) as const;
    await one.putOff(callback('evt_1'), waitingFor('P1', null), after(0));
    await one.putOff(callback('evt_2'), waitingFor('P1', 'ord_9'), after(0));
    await one.putOff(callback('evt_3'), waitingFor('P2', null), after(0));
    const due = async () => (await one.listUnapplied(after(1), 10)).map(({ callbackId }) => callbackId);
    await other.hastenWaiting(newsOf('ord_1'), after(1));
    expect(await due()).toEqual([]);
    await other.hastenWaiting(newsOf('ord_1', 'P0', 'P1'), after(1));
    expect((await due()).toSorted()).toEqual(['evt_1', 'evt_2']);
    await one.markApplied(callback('evt_1'), after(1));
    await other.hastenWaiting(newsOf('ord_1', 'P1'), after(1));
    expect(await due()).toEqual(['evt_2']);
  });

  test('parks nothing while only the database fails', async () => {
    const [one, other] = open();
    await one.keep(callback('evt_1'));
    for (let now = 0; now < 100; now += 5) {
      expect(await other.putOff(callback('evt_1'), { kind: 'passing' }, after(now))).toBeNull();
      expect(await one.listUnapplied(after(now + 4.999), 10)).toEqual([]);
      expect(await one.listUnapplied(after(now + 5), 10)).toHaveLength(1);
    }
  });

  test('the list of parked callbacks continues after a position', async () => {
    const [one] = open();
    const parkedAt = async (callbackId: string, seconds: number) => {
      await one.keep(callback(callbackId));
      for (let failures = 11; failures >= 0; failures -= 1) {
        await one.putOff(callback(callbackId), fault, after(seconds - failures * 600));
      }
    };
    await parkedAt('evt_2', 9000);
    await parkedAt('evt_1', 9000);
    await parkedAt('evt_3', 8000);
    const ids = async (position: WaitingPosition | null, limit: number) =>
      (await one.listParked(position, limit)).map((parked) => parked.callback.callbackId);
    expect(await ids(null, 10)).toEqual(['evt_3', 'evt_1', 'evt_2']);
    const { channelId } = callback('evt_1');
    expect(await ids({ since: after(9000), id: `${channelId}:evt_1` }, 10)).toEqual(['evt_2']);
    expect(await ids({ since: after(8000), id: `${channelId}:evt_3` }, 1)).toEqual(['evt_1']);
  });

  test('a parked callback that was applied after all is no longer listed', async () => {
    const [one] = open();
    await one.keep(callback('evt_1'));
    for (let failures = 1; failures <= 12; failures += 1) {
      await one.putOff(callback('evt_1'), fault, after(failures * 600));
    }
    expect(await one.listParked(null, 10)).toHaveLength(1);
    await one.markApplied(callback('evt_1'), after(1));
    expect(await one.listParked(null, 10)).toEqual([]);
    expect(await one.keep(callback('evt_1'))).toBe('seen_applied');
  });
}
