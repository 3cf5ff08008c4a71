import type { CaseListResult } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { presentCase } from '../../src/adapters/inbound/http/operations/order-presenter.ts';
import { caseListText } from '../../src/cli/cases/case-text.ts';
import { concludedRefundText, settledCaseText } from '../../src/cli/cases/conclusion-text.ts';
import { isAutomatic } from '../../src/domain/refund/refund.ts';
import type { RefundInquiry } from '../../src/ports/payment-channel.ts';
import { latest } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const nothing: CaseListResult = {
  cases: [],
  next: null,
  webhooks: { events_given_up: 0, endpoints_switched_off: 0, switched_off_merchants: [] },
};
const waiting: CaseListResult['cases'] = [
  {
    case_id: 'rfd_1',
    kind: 'return_failed',
    since: '2026-11-21T09:00:00.000Z',
    order_id: null,
    merchant_id: null,
    detail: 'It could not be returned.',
  },
];

test('nothing waits if there is neither a case nor an undelivered event', () => {
  expect(caseListText(nothing)).toBe('Nothing waits for you.\n');
});

test('a processor’s text about a case reaches the terminal without control characters', () => {
  const cases = waiting.map((each) => ({ ...each, detail: 'It said: \u001B[2Jpaid\u009B8m\nall is well' }));
  const text = caseListText({ ...nothing, cases, next: 'x\u001B]0;owned\u0007' });
  expect(text).toContain('\n    It said: �[2Jpaid�8m\n    all is well\n');
  expect(text).toContain('--after x�]0;owned�\n');
});

test('a case about a part of an order names the order, which the commands take', () => {
  const cases = waiting.map((each) => ({ ...each, order_id: 'ord_1' }));
  expect(caseListText({ ...nothing, cases })).toContain('\n  rfd_1 of ord_1\n    It could not');
  const parked = cases.map((each) => ({ ...each, case_id: 'ord_1' }));
  expect(caseListText({ ...nothing, cases: parked })).toContain('\n  ord_1\n    It could not');
});

test('a parked order is listed without the command that settles a case, because the gateway refuses it', () => {
  const parked = waiting.map((each) => ({ ...each, kind: 'order_parked' as const }));
  expect(caseListText({ ...nothing, cases: parked })).not.toContain('cases settle');
  expect(caseListText({ ...nothing, cases: [...parked, ...waiting] })).toContain('cases settle <case-id>');
});

test('a parked callback is listed with the command that settles its case, and the audit log keeps the operator’s note (fault 84)', () => {
  const parked = waiting.map((each) => ({ ...each, kind: 'callback_parked' as const }));
  expect(caseListText({ ...nothing, cases: parked })).toContain('cases settle <case-id>');
  const settled = { case_id: 'Sandbox:evt_1', order_id: null, refund_state: null };
  expect(settledCaseText(settled)).toBe(
    'Settled. The gateway does not apply the callback any more. The audit log keeps the note.\n',
  );
});

test('events that were given up are reported, with the command that lists them', () => {
  const webhooks = { ...nothing.webhooks, events_given_up: 2 };
  const text = caseListText({ ...nothing, webhooks });
  expect(text).toMatch(/^No case waits for you\.$/m);
  expect(text).toMatch(/^ {2}2 events are given up\n {4}kassa-admin webhooks failed /m);
  expect(text).not.toContain('Nothing waits');
  expect(text).not.toContain('switched off');
});

test('disabled endpoints are reported, whichever merchants they belong to', () => {
  const webhooks = { events_given_up: 0, endpoints_switched_off: 1, switched_off_merchants: ['mer_1'] };
  const text = caseListText({ ...nothing, webhooks });
  expect(text).toMatch(
    /^ {2}1 endpoint is disabled after answering 410: mer_1\n {4}kassa-admin merchant show/m,
  );
  const many = caseListText({ ...nothing, webhooks: { ...webhooks, endpoints_switched_off: 21 } });
  expect(many).toContain('21 endpoints are disabled after answering 410: mer_1, …');
});

test('both are listed beside the cases, and so is the continuation of the list', () => {
  const webhooks = { ...nothing.webhooks, events_given_up: 1000 };
  const text = caseListText({ cases: waiting, next: '1763715600000_ord_1', webhooks });
  expect(text).toMatch(
    /return_failed: .*If the bank took the money, .* settle the case .* kassa-admin refund repeat <refund-id>/s,
  );
  expect(text).toContain('1000 or more events are given up');
  expect(text).toMatch(/^More follow: --after 1763715600000_ord_1$/m);
  expect(caseListText({ ...nothing, cases: waiting })).not.toContain('More follow');
});

const DAY_SECONDS = 24 * 60 * 60;

async function openCases({ listCases }: TestGateway) {
  return (await listCases.execute({ kind: null, after: null, limit: 100 })).cases;
}

/** What `kassa-admin cases` prints. */
async function printed(gateway: TestGateway): Promise<string> {
  const cases = await openCases(gateway);
  return caseListText({ ...nothing, cases: cases.map(presentCase) });
}

async function caseIdOf(gateway: TestGateway, kind: string): Promise<string> {
  return (await openCases(gateway)).find((each) => each.kind === kind)?.caseId ?? `no case ${kind}`;
}

async function untilUnresolved(gateway: TestGateway): Promise<void> {
  while (!(await printed(gateway)).includes('refund_unresolved')) await gateway.attendAfter(3_601);
}

/** Makes an order that was closed before its payment succeeded. */
async function closedTooEarly() {
  const gateway = new TestGateway();
  const { surroundings } = gateway;
  const order = await gateway.submitted(await gateway.merchant());
  surroundings.channel.cancel = async () => ({ kind: 'cancelled' });
  await gateway.attendAfter(1800);
  return {
    gateway,
    surroundings,
    channel: surroundings.channel,
    orderId: order.orderId,
    attemptId: latest(order).attemptId,
  };
}

/**
 * Makes a merchant's refund whose case an operator has settled. Then the channel answers the gateway's next question about it.
 */
async function answeredAfterSettling(answer: RefundInquiry) {
  const gateway = new TestGateway();
  const { channel, clock } = gateway.surroundings;
  const merchant = await gateway.merchant();
  const { orderId } = await gateway.paid(merchant);
  channel.refund = async () => ({ kind: 'unknown', detail: 'no answer' });
  channel.askRefund = async () => ({ kind: 'unavailable', detail: 'no answer' });
  await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
  await gateway.settle();
  await untilUnresolved(gateway);
  const before = await printed(gateway);
  const refundId = await caseIdOf(gateway, 'refund_unresolved');
  clock.pass(120);
  await gateway.settleCase(refundId, 'The channel is down for the weekend.');
  channel.askRefund = async () => answer;
  await gateway.attendAfter(3_601);
  const refund = async () => (await gateway.order(orderId)).refunds[0];
  return { gateway, channel, refundId, refund, before };
}

describe('operators who follow the list', () => {
  test('do not return a late payment that never came in', async () => {
    const { gateway, channel, attemptId, orderId } = await closedTooEarly();
    const notification = {
      kind: 'uncollected',
      attemptId,
      channelReference: 'cpt_1',
      reason: 'Insufficient funds.',
    } as const;
    await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId: 'evt_1', notification }));
    await gateway.settle();
    await gateway.result(attemptId, channel.settle(attemptId));
    await gateway.attendAfter(1);
    expect(await printed(gateway)).toContain(
      'conclude the payment’s refunds as not-made before you settle the case',
    );
    const refundId = (await gateway.order(orderId)).refunds[0]?.refundId ?? '';
    const ended = await gateway.refunds.conclude(refundId, { outcome: 'not_made', note: 'No money came.' });
    if (ended.kind !== 'concluded') throw new Error(ended.detail);
    const said = concludedRefundText({
      refund_id: refundId,
      order_id: orderId,
      refund_state: ended.refund.state,
      order_state: ended.order.state,
      correction_id: null,
      automatic: isAutomatic(ended.refund),
    });
    expect(said).toContain('If the money will never arrive');
    expect(said).toContain('settle the case return_failed');
    expect(await printed(gateway)).toContain(
      'if the payment’s money will never arrive, settle the case and do not return the money',
    );
    for (const kind of ['return_failed', 'payment_uncollected']) {
      const caseId = await caseIdOf(gateway, kind);
      expect(outcomeOf(await gateway.settleCase(caseId, 'The money will not come.'))).toBe('settled');
    }
    await gateway.attendAfter(3_601);
    expect(await printed(gateway)).toBe('Nothing waits for you.\n');
    expect(channel.refunds.size).toBe(0);
  });

  test('read whether the gateway still sends a refund', async () => {
    const { gateway, channel, refund, before } = await answeredAfterSettling({ kind: 'not_received' });
    expect(before).toContain('tries. The gateway keeps trying.');
    const text = await printed(gateway);
    expect(text).toContain('refund_unresolved');
    expect(text).not.toContain('keeps trying');
    expect(text).toContain(
      'may have returned the money by hand. The gateway does not send the refund any more.\n',
    );
    for (let days = 0; days < 60; days += 1) await gateway.attendAfter(DAY_SECONDS);
    expect(channel.refunds.size).toBe(0);
    expect((await refund())?.state).toBe('INITIALISED');
  });

  test('read that the gateway still asks about a refund that it does not send any more', async () => {
    const { gateway } = await answeredAfterSettling({ kind: 'pending', channelReference: 're_1' });
    const text = await printed(gateway);
    expect(text).toContain('any more, but still asks the channel about it.\n');
    expect(text).toContain(
      'The channel has it as re_1: do not return the money by hand while it is pending there.',
    );
  });

  test.each([
    ['balance_too_low', 'add money to the balance, and the processor makes the refund'],
    ['payment_not_settled', 'The processor waits for the money of the payment itself'],
  ] as const)('read why the channel does not make a refund yet: %s', async (delay, told) => {
    const gateway = new TestGateway();
    const { channel } = gateway.surroundings;
    const merchant = await gateway.merchant();
    await gateway.paid(merchant);
    channel.refund = async () => ({ kind: 'pending', channelReference: 're_1', delay });
    channel.askRefund = async () => ({ kind: 'pending', channelReference: 're_1', delay });
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    await untilUnresolved(gateway);
    expect(await printed(gateway)).toContain(`do not return the money by hand while it is pending there.`);
    expect(await printed(gateway)).toContain(told);
  });

  test('record a refund as not made if its channel rightly reports that it failed', async () => {
    const failure = { code: 'refused', message: 'Refused.' };
    const { gateway, refundId, refund } = await answeredAfterSettling({
      kind: 'ended',
      channelReference: 're_1',
      result: { kind: 'failed', failure },
    });
    const text = await printed(gateway);
    expect(text).toContain('was reported as failed; the order records it as PROCESSING');
    expect(text).toContain(
      'If a refund is PROCESSING or INITIALISED in the order but the channel reported it as failed: kassa-admin refund conclude <refund-id> not-made --looked-at <time> --note "…"',
    );
    const lookedAt = gateway.surroundings.clock.realNow();
    const note = 'The dashboard shows it as failed.';
    const ended = await gateway.refunds.conclude(refundId, {
      isNotByHand: true,
      outcome: 'not_made',
      lookedAt,
      note,
    });
    expect(outcomeOf(ended)).toBe('concluded');
    expect((await refund())?.state).toBe('FAILED');
    expect(await printed(gateway)).toBe('Nothing waits for you.\n');
  });

  test('learn that they have to return the money when they settle the case of a return that was not sent', async () => {
    const { gateway, surroundings, channel, orderId, attemptId } = await closedTooEarly();
    const cutOff = new TestGateway(surroundings, { hasNoChannel: true });
    await cutOff.result(attemptId, channel.settle(attemptId));
    await untilUnresolved(cutOff);
    expect(await printed(cutOff)).toContain('The gateway keeps trying.');
    const refundId = await caseIdOf(cutOff, 'refund_unresolved');
    const settled = await gateway.settleCase(refundId, 'The channel is back tomorrow.');
    if (settled.kind !== 'settled') throw new Error(settled.detail);
    const refund_state = settled.refund?.state ?? null;
    expect(settledCaseText({ case_id: refundId, order_id: orderId, refund_state })).toBe(
      `Settled. Order ${orderId} keeps the note.\n` +
        'The refund is CANCELLED: the gateway will not send the refund. You now have to return the money by hand. Once you have returned it, record that:\n' +
        `  kassa-admin refund conclude ${refundId} made-by-hand --note "…"\n`,
    );
    for (let days = 0; days < 60; days += 1) await gateway.attendAfter(DAY_SECONDS);
    expect(channel.refunds.size).toBe(0);
    const made = await gateway.refunds.conclude(refundId, { outcome: 'made_by_hand', note: 'By transfer.' });
    expect(outcomeOf(made)).toBe('concluded');
  });
});
