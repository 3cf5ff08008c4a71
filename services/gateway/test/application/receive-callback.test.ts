import { describe, expect, test } from 'vitest';
import type { ChannelNotification, GenuineCallback } from '../../src/ports/channel-callback.ts';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { rawCallback, signedText } from '../in-memory/fake-callbacks.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { paymentCallback, submittedGateway } from '../in-memory/submitted-gateway.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('a callback', () => {
  test('of a paid payment pays the order and sends the merchant an event', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    expect(outcomeOf(await receive(paymentCallback('evt_1', attemptId, succeeded())))).toBe('received');
    await gateway.settle();
    expect((await gateway.order(order.orderId)).state).toBe('PAY_SUCCESS');
    expect(await gateway.types(order.orderId)).toEqual([
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
  });

  test('if the same callback arrives a hundred times at once, it causes one event (fault 15)', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    const callback = paymentCallback('evt_1', attemptId, succeeded());
    const answers = await Promise.all(Array.from({ length: 100 }, () => receive(callback)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['received']));
    await gateway.settle();
    await receive(callback);
    await gateway.settle();
    expect(await gateway.types(order.orderId)).toEqual([
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
    expect((await gateway.order(order.orderId)).version).toBe(order.version + 1);
  });

  test('with the same content under a hundred IDs makes one event', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        receive(paymentCallback(`evt_${index}`, attemptId, succeeded())),
      ),
    );
    await gateway.settle();
    expect(await gateway.types(order.orderId)).toHaveLength(2);
  });

  test('callbacks lead to the same state of the payment order, in whatever sequence they arrive (fault 16)', async () => {
    for (const ids of permutations(['success', 'again', 'failure', 'opened', 'won'])) {
      const { gateway, order, attemptId, receive } = await submittedGateway();
      const dispute = (kind: 'opened' | 'won') => ({
        kind: 'dispute' as const,
        attemptId,
        report: { kind, channelReference: 'dsp_1', amount: money(10_000) },
      });
      const callbacks: Record<string, GenuineCallback> = {
        success: paymentCallback('success', attemptId, succeeded()),
        again: paymentCallback('again', attemptId, succeeded()),
        failure: paymentCallback('failure', attemptId, declined),
        opened: { callbackId: 'opened', notification: dispute('opened') },
        won: { callbackId: 'won', notification: dispute('won') },
      };
      for (const id of ids) {
        await receive(callbacks[id] as GenuineCallback);
        await gateway.settle();
      }
      const end = await gateway.order(order.orderId);
      const states = [end.state, end.dispute?.state, latest(end).state];
      expect(states, ids.join()).toEqual(['PAY_SUCCESS', 'won', 'SUCCEEDED']);
      const events = await gateway.surroundings.events.listOfOrder(order.orderId);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    }
  });

  test.each([
    ['unsigned', { headers: {}, body: rawCallback().body }, 'INVALID_SIGNATURE'],
    ['changed on its way', { ...rawCallback(), body: Buffer.from('{"callbacks":[1]}') }, 'INVALID_SIGNATURE'],
    ['signed but unreadable', signedText('{'), 'INVALID_REQUEST'],
  ])(
    'a callback that is forged or cannot be read changes no data (fault 17): it is %s',
    async (_case, raw, outcome) => {
      const { gateway, order } = await submittedGateway();
      expect(outcomeOf(await gateway.receiveCallback.execute('Sandbox', raw))).toBe(outcome);
      await gateway.settle();
      expect(await gateway.order(order.orderId)).toEqual(order);
      expect(await gateway.surroundings.inbox.listUnapplied(new Date(8.64e15), 10)).toEqual([]);
    },
  );

  test('of an unknown channel is not found', async () => {
    const { gateway } = await submittedGateway();
    expect(outcomeOf(await gateway.receiveCallback.execute('Other', rawCallback()))).toBe(
      'CHANNEL_NOT_FOUND',
    );
  });

  test.each([
    ['another amount', succeeded(money(1))],
    ['another currency', succeeded(money(10_000, 'EUR'))],
  ])(
    'a callback with a wrong amount or currency leaves the order unchanged and is stored for an operator, who gets an alert (fault 18): %s',
    async (_case, result) => {
      const { gateway, order, attemptId, receive } = await submittedGateway();
      await receive(paymentCallback('evt_1', attemptId, result));
      await receive(paymentCallback('evt_2', attemptId, result));
      await gateway.settle();
      const after = await gateway.order(order.orderId);
      expect(after).toMatchObject({ state: 'PAYING', paidAt: null });
      expect(after.quarantine).toHaveLength(1);
      expect(gateway.surroundings.alerts.kinds).toEqual(['result_quarantined']);
      expect(await gateway.types(order.orderId)).toEqual(['order.payment.processing']);
      // A report with the right amount still applies, and raises no further alert.
      gateway.surroundings.clock.pass(1);
      await receive(paymentCallback('evt_3', attemptId, succeeded()));
      await gateway.settle();
      expect((await gateway.order(order.orderId)).state).toBe('PAY_SUCCESS');
      expect(gateway.surroundings.alerts.kinds).toEqual(['result_quarantined']);
    },
  );

  test('about a dispute over an invalid amount is quarantined: the order’s events and its query continue', async () => {
    const gateway = new TestGateway();
    const order = await gateway.paid(await gateway.merchant());
    const { attemptId } = latest(order);
    const report = { kind: 'opened', channelReference: 'dsp_1', amount: money(2 ** 60, 'zz') } as const;
    for (const callbackId of ['evt_1', 'evt_2']) {
      const notification = { kind: 'dispute', attemptId, report } as const;
      await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId, notification }));
      await gateway.settle();
    }
    expect(await gateway.order(order.orderId)).toMatchObject({ state: 'PAY_SUCCESS', dispute: null });
    const subject = { kind: 'dispute', channelReference: 'dsp_1', result: 'opened' };
    expect(gateway.surroundings.alerts.raised).toMatchObject([
      { kind: 'result_quarantined', orderId: order.orderId, attemptId, result: { subject } },
    ]);
  });

  test('about a refund that was made after it had failed is quarantined with an alert', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant, {}, cards.refundFails);
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const [refund] = (await gateway.order(order.orderId)).refunds;
    const refundId = refund?.refundId ?? '';
    const failure = gateway.surroundings.channel.settleRefund(refundId);
    const success = { kind: 'succeeded', returned: money(3_000) } as const;
    for (const [index, result] of [failure, success, success].entries()) {
      const callback = {
        callbackId: `evt_${index}`,
        notification: { kind: 'refund', refundId, result },
      } as const;
      await gateway.receiveCallback.execute('Sandbox', rawCallback(callback));
      await gateway.settle();
    }
    expect((await gateway.order(order.orderId)).refunds).toMatchObject([{ state: 'FAILED' }]);
    expect(gateway.surroundings.alerts.raised).toMatchObject([
      { kind: 'result_quarantined', result: { subject: { kind: 'refund', refundId, result: 'succeeded' } } },
    ]);
  });

  test('with several notifications applies each', async () => {
    const { gateway, order, attemptId } = await submittedGateway();
    const opened = {
      kind: 'dispute' as const,
      attemptId,
      report: { kind: 'opened' as const, channelReference: 'dsp_1', amount: money(10_000) },
    };
    await gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback(paymentCallback('evt_1', attemptId, succeeded()), {
        callbackId: 'evt_2',
        notification: opened,
      }),
    );
    await gateway.settle();
    expect((await gateway.order(order.orderId)).state).toBe('IN_DISPUTE');
  });

  test('about uncollected money makes one case for an operator, and the order stays paid', async () => {
    const gateway = new TestGateway();
    const order = await gateway.paid(await gateway.merchant());
    const { attemptId } = latest(order);
    const events = await gateway.types(order.orderId);
    for (const callbackId of ['evt_1', 'evt_1', 'evt_2']) {
      const reason = 'The bank refused.';
      const notification = { kind: 'uncollected', attemptId, channelReference: 'cpt_1', reason } as const;
      await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId, notification }));
      await gateway.settle();
    }
    expect(await gateway.order(order.orderId)).toMatchObject({
      state: 'PAY_SUCCESS',
      version: order.version + 1,
    });
    expect(await gateway.types(order.orderId)).toEqual(events);
    const { cases } = await gateway.listCases.execute({
      kind: 'payment_uncollected',
      after: null,
      limit: 10,
    });
    expect(cases).toMatchObject([{ caseId: attemptId.replace('txn_', 'ucl_'), orderId: order.orderId }]);
    expect(cases[0]?.detail).toMatch(
      /^100\.00 USD at Sandbox \(.+\) could not be collected: The bank refused\.$/,
    );
    expect(gateway.surroundings.alerts.raised).toEqual([
      { kind: 'payment_uncollected', orderId: order.orderId, attemptId },
    ]);
    const finding = { channelReference: 'cpt_1', outcome: 'lost', note: 'Never.' } as const;
    await gateway.disputes.conclude(order.orderId, finding);
    const listed = await gateway.listCases.execute({ kind: 'payment_uncollected', after: null, limit: 10 });
    expect(listed.cases[0]?.detail).toMatch(/ The order already records this loss, under cpt_1\.$/);
  });

  test('that the gateway cannot act on is reported to an operator once, and changes nothing', async () => {
    const { gateway, order, attemptId, receive } = await submittedGateway();
    const detail = 'handled externally';
    const callback = {
      callbackId: 'evt_1',
      notification: { kind: 'for_operator', reference: attemptId, detail },
    } as const;
    for (let time = 1; time <= 2; time += 1) {
      expect(outcomeOf(await receive(callback))).toBe('received');
      await gateway.settle();
    }
    expect(await gateway.order(order.orderId)).toEqual(order);
    expect(gateway.surroundings.alerts.raised).toEqual([
      { kind: 'report_for_operator', channelId: 'Sandbox', reference: attemptId, detail },
    ]);
  });

  test('that the gateway cannot act on is reported even if the process died after storing it', async () => {
    const { gateway, attemptId } = await submittedGateway();
    const { inbox, clock, alerts } = gateway.surroundings;
    const notification = { kind: 'for_operator', reference: attemptId, detail: 'PAIDOUT_REVERSED' } as const;
    const receivedAt = clock.realNow();
    await inbox.keep({ callbackId: 'evt_1', channelId: 'Sandbox', notification, receivedAt });
    await gateway.attendAfter(10);
    expect(alerts.kinds).toContain('report_for_operator');
  });

  test('in an unknown state is reported to an operator, and is resent', async () => {
    const { gateway, order, receive } = await submittedGateway();
    gateway.surroundings.channel.readCallback = async () => ({
      kind: 'not_understood',
      reference: 'evt_1',
      reason: 'it is on the moon',
    });
    expect(
      outcomeOf(await receive({ callbackId: 'evt_1', notification: { kind: 'irrelevant', type: 'x' } })),
    ).toBe('INVALID_REQUEST');
    expect(await gateway.order(order.orderId)).toEqual(order);
    expect(gateway.surroundings.alerts.raised).toEqual([
      {
        kind: 'report_for_operator',
        channelId: 'Sandbox',
        reference: 'evt_1',
        detail: 'it is on the moon',
      },
    ]);
  });

  test('about a refund by the channel’s own reference waits while the gateway has a refund without a reference', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    gateway.surroundings.channel.isAnswerLost = true;
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const raised = gateway.surroundings.alerts.kinds;
    const { refundId } = (await gateway.order(order.orderId)).refunds[0] ?? { refundId: '' };
    const callback = (channelReference: string): GenuineCallback => ({
      callbackId: channelReference,
      notification: {
        kind: 'refund_by_reference',
        attemptId: latest(order).attemptId,
        channelReference,
        result: { kind: 'succeeded', returned: money(3_000) },
      },
    });
    const unapplied = () => gateway.surroundings.inbox.listUnapplied(new Date(8.64e15), 10);
    await gateway.receiveCallback.execute('Sandbox', rawCallback(callback('nobody’s')));
    await gateway.settle();
    expect((await unapplied()).map(({ callbackId }) => callbackId)).toEqual(['nobody’s']);
    // Waiting is no failure, so nothing alerts operators.
    expect(gateway.surroundings.alerts.kinds).toEqual(raised);
    expect((await gateway.order(order.orderId)).refunds).toMatchObject([{ state: 'PROCESSING' }]);
    const named = { kind: 'refund', refundId, channelReference: 'ref_of_the_gateway' } as const;
    const made = { kind: 'succeeded', returned: money(3_000) } as const;
    await gateway.receiveCallback.execute(
      'Sandbox',
      rawCallback({ callbackId: 'evt_2', notification: { ...named, result: made } }),
    );
    await gateway.settle();
    const [waiting] = await unapplied();
    if (waiting !== undefined) await gateway.receiveCallback.apply(waiting);
    expect((await gateway.order(order.orderId)).refunds).toMatchObject([
      { refundId, state: 'SUCCESS' },
      { isMadeAtProcessor: true, channelReference: 'nobody’s', state: 'SUCCESS' },
    ]);
  });

  test('a refund that somebody made at the processor is counted once, reported by an event, and can be queried by its ID (fault 84)', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    const { attemptId, opening, paymentReference } = latest(order);
    const result = { kind: 'succeeded', returned: money(3_000) } as const;
    const openingReference = opening?.channelReference ?? '';
    const by = { kind: 'refund_by_reference', attemptId, channelReference: 're_1', result } as const;
    const receive = async (callbackId: string, more: object) => {
      const notification = { ...by, ...more };
      await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId, notification }));
      await gateway.settle();
    };
    await receive('evt_1', { openingReference: 'pay_of_somebody_else' });
    expect((await gateway.order(order.orderId)).refunds).toEqual([]);
    await receive('evt_2', { openingReference, ...(paymentReference && { paymentReference }) });
    await receive('evt_3', { openingReference });
    const { refunds, state } = await gateway.order(order.orderId);
    expect(refunds).toMatchObject([{ transactionId: expect.stringMatching(/^chn_/), state: 'SUCCESS' }]);
    expect(state).toBe('PARTIAL_REFUND');
    const { transactionId = '' } = refunds[0] ?? {};
    const found = await gateway.findPayments.findRefund(merchant.merchantId, transactionId);
    expect(found).toMatchObject({ kind: 'found', refund: { transactionId } });
  });

  test('the gateway stores a refund’s reference from the first callback, so a later callback that names only this reference is not lost (fault 52)', async () => {
    const gateway = new TestGateway();
    const merchant = await gateway.merchant();
    const order = await gateway.paid(merchant);
    const { channel, inbox } = gateway.surroundings;
    channel.isAnswerLost = true;
    await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
    await gateway.settle();
    const [unanswered] = (await gateway.order(order.orderId)).refunds;
    expect(unanswered).toMatchObject({ state: 'PROCESSING', channelReference: null });
    const receive = async (callbackId: string, notification: ChannelNotification) => {
      await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId, notification }));
      await gateway.settle();
    };
    const named = { channelReference: 'QFQTPCQ8HXSKGK82' } as const;
    const made = { kind: 'succeeded', returned: money(3_000) } as const;
    await receive('evt_1', { kind: 'refund', refundId: unanswered?.refundId ?? '', ...named, result: made });
    expect((await gateway.order(order.orderId)).refunds).toMatchObject([{ state: 'SUCCESS', ...named }]);

    const undone = { kind: 'failed', failure: { code: 'refund_failed', message: 'no' } } as const;
    const { attemptId } = latest(order);
    await receive('evt_2', { kind: 'refund_by_reference', attemptId, ...named, result: undone });
    expect(await inbox.listUnapplied(new Date(8.64e15), 10)).toEqual([]);
    expect(await gateway.order(order.orderId)).toMatchObject({
      refunds: [{ refundId: unanswered?.refundId, state: 'FAILED', failure: undone.failure }],
      quarantine: [],
    });
  });

  test('that was stored when the process died is applied by another instance', async () => {
    const surroundings = newSurroundings();
    const [dying, other] = [new TestGateway(surroundings, { dies: true }), new TestGateway(surroundings)];
    const order = await other.submitted(await other.merchant());
    const callback = paymentCallback('evt_1', latest(order).attemptId, succeeded());
    await dying.receiveCallback.execute('Sandbox', rawCallback(callback));
    expect((await other.order(order.orderId)).state).toBe('PAYING');
    await other.attendAfter(3);
    expect((await other.order(order.orderId)).state).toBe('PAY_SUCCESS');
    expect(await surroundings.inbox.listUnapplied(new Date(8.64e15), 10)).toEqual([]);
  });
});
