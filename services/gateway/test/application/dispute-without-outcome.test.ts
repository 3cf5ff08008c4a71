import { describe, expect, test } from 'vitest';
import type { DisputeInquiry } from '../../src/ports/payment-channel.ts';
import { latest, money } from '../builders/orders.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const DAY = 86_400;

/** Creates a gateway with an order in dispute. A test decides how the channel answers questions about the dispute. */
async function disputedGateway(respondBy?: (openedAt: Date) => Date) {
  const gateway = new TestGateway();
  const { channel, clock, alerts } = gateway.surroundings;
  const order = await gateway.paid(await gateway.merchant());
  const { attemptId } = latest(order);
  const opened = {
    kind: 'opened',
    channelReference: 'dsp_1',
    amount: money(4_000),
    ...(respondBy && { respondBy: respondBy(clock.now()) }),
  } as const;
  await gateway.receiveCallback.apply({
    callbackId: 'evt_dispute',
    channelId: 'Sandbox',
    notification: { kind: 'dispute', attemptId, report: opened },
    receivedAt: clock.realNow(),
  });
  await gateway.settle();
  const asked: Date[] = [];
  const answers = (inquiry: DisputeInquiry) => {
    channel.askDispute = async () => {
      asked.push(clock.now());
      return inquiry;
    };
  };
  answers({ kind: 'known', report: opened });
  return {
    gateway,
    alerts,
    asked,
    answers,
    attemptId,
    current: () => gateway.order(order.orderId),
    cases: async () => (await gateway.listCases.execute({ kind: null, after: null, limit: 9 })).cases,
    live: async (days: number) => {
      for (let day = 0; day < days; day += 1) await gateway.attendAfter(DAY);
    },
  };
}

describe('a dispute whose outcome is not reported', () => {
  test('the gateway asks every day about a dispute without an outcome, and applies the outcome that the channel reports (fault 55)', async () => {
    const at = await disputedGateway();
    await at.live(3);
    expect(at.asked).toHaveLength(3);
    const report = { kind: 'lost', channelReference: 'dsp_1', amount: money(4_000) } as const;
    at.answers({ kind: 'known', report });
    await at.live(1);
    const order = await at.current();
    expect(order).toMatchObject({ state: 'PARTIAL_REFUND', dispute: { state: 'lost', inquiry: null } });
    expect(await at.gateway.types(order.orderId)).toContain('order.dispute.lost');
    await at.live(30);
    expect(at.asked).toHaveLength(4);
    expect(await at.current()).toEqual(order);
  });

  test.each<[string, DisputeInquiry]>([
    ['cannot be asked', { kind: 'not_askable' }],
    ['does not answer', { kind: 'unavailable', detail: 'no answer' }],
    ['says what nobody understands', { kind: 'not_understood', detail: 'a dispute that is odd' }],
  ])(
    'if the outcome of a dispute stays unknown, the operator gets a case (fault 55): the channel %s',
    async (_case, inquiry) => {
      const at = await disputedGateway((openedAt) => new Date(openedAt.getTime() + 20 * DAY * 1_000));
      at.answers(inquiry);
      await at.live(110);
      expect(await at.cases()).toEqual([]);
      await at.live(2);
      expect(await at.cases()).toMatchObject([
        {
          kind: 'dispute_unresolved',
          caseId: expect.stringMatching(/^dsp_[0-9a-f]{32}_1$/),
          detail: expect.stringMatching(/dsp_1 over 40\.00 USD at Sandbox .* was opened on 20.* no outcome/),
        },
      ]);
      expect(at.alerts.kinds.filter((kind) => kind === 'dispute_unresolved')).toHaveLength(1);
    },
  );

  test('if the channel names no deadline for a dispute, the gateway assumes that the merchant has 30 days to answer the bank (fault 55)', async () => {
    const at = await disputedGateway();
    at.answers({ kind: 'not_askable' });
    await at.live(120);
    expect(await at.cases()).toEqual([]);
    await at.live(2);
    expect(await at.cases()).toHaveLength(1);
  });

  test('after months of downtime, the gateway first asks the channel about an open dispute, and only then opens a case for the operator (fault 55)', async () => {
    const at = await disputedGateway();
    await at.gateway.attendAfter(200 * DAY);
    expect([at.asked.length, (await at.cases()).length]).toEqual([1, 0]);
    await at.gateway.attendAfter(DAY);
    expect([at.asked.length, (await at.cases()).length]).toEqual([2, 1]);
  });

  test('if a dispute is still open a month after the operator settled its case, the operator gets the case again (fault 55)', async () => {
    const at = await disputedGateway();
    at.answers({ kind: 'not_askable' });
    await at.live(130);
    const [open] = await at.cases();
    await at.gateway.settleCase(open?.caseId ?? '', 'The bank takes its time.');
    expect(await at.cases()).toEqual([]);
    await at.live(31);
    expect(await at.cases()).toMatchObject([{ kind: 'dispute_unresolved' }]);
    expect((await at.current()).state).toBe('IN_DISPUTE');
  });
});
