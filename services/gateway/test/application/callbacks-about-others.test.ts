import { describe, expect, test } from 'vitest';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { declined, latest, money, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { outcomeOf, refundCommand } from '../in-memory/requests.ts';
import { paymentCallback, submittedGateway } from '../in-memory/submitted-gateway.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('a callback', () => {
  test('about a payment of others in the same account is accepted, changes nothing and raises no alert', async () => {
    const { gateway, order, receive } = await submittedGateway();
    const callback = paymentCallback('evt_1', 'pay_of_somebody_else', succeeded());
    expect(outcomeOf(await receive(callback))).toBe('received');
    await gateway.settle();
    expect(await gateway.order(order.orderId)).toEqual(order);
    expect(gateway.surroundings.alerts.kinds).toEqual([]);
  });

  describe('that names only the channel’s reference of the payment', () => {
    const dispute = { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) } as const;
    const about = (reference: string) => ({ attemptId: reference, openingReference: reference });
    const failed = { kind: 'failed', failure: { code: 'x', message: 'X.' } } as const;

    async function paidGateway() {
      const { gateway, order, receive } = await submittedGateway();
      const { attemptId, opening } = latest(order);
      await receive(paymentCallback('evt_1', attemptId, succeeded()));
      await gateway.settle();
      let events = 1;
      const tell = async (notification: ChannelNotification) => {
        events += 1;
        await receive({ callbackId: `evt_${events}`, notification });
        await gateway.settle();
        return gateway.order(order.orderId);
      };
      return { gateway, attemptId, reference: opening?.channelReference ?? '', tell };
    }

    test('is applied to the attempt that was opened under this reference', async () => {
      const { gateway, attemptId, reference, tell } = await paidGateway();
      const returned = { kind: 'succeeded', returned: money(3_000) } as const;
      const refund = { kind: 'refund_by_reference', channelReference: 'ref_1' } as const;
      const refunded = await tell({ ...refund, ...about(reference), result: returned });
      expect(refunded).toMatchObject({ state: 'PARTIAL_REFUND', refunds: [{ attemptId, state: 'SUCCESS' }] });
      const again = await tell({ ...refund, ...about(reference), result: failed });
      expect(again).toMatchObject({ state: 'PAY_SUCCESS', refunds: [{ state: 'FAILED' }] });
      const disputed = await tell({ kind: 'dispute', ...about(reference), report: dispute });
      expect(disputed).toMatchObject({ state: 'IN_DISPUTE', dispute: { attemptId } });
      const detail = 'The issuer suspects fraud.';
      await tell({ kind: 'for_operator', reference, openingReference: reference, detail });
      expect(gateway.surroundings.alerts.raised).toContainEqual({
        kind: 'report_for_operator',
        channelId: 'Sandbox',
        reference: attemptId,
        detail,
      });
    });

    test('changes nothing and raises no alert if the payment belongs to others in the same account', async () => {
      const { gateway, tell } = await paidGateway();
      const others = 'pay_of_somebody_else';
      await tell({ kind: 'dispute', ...about(others), report: dispute });
      await tell({
        kind: 'refund_by_reference',
        channelReference: 'ref_1',
        ...about(others),
        result: failed,
      });
      const detail = 'The issuer suspects fraud.';
      const order = await tell({ kind: 'for_operator', reference: others, openingReference: others, detail });
      expect(order).toMatchObject({ state: 'PAY_SUCCESS', dispute: null, refunds: [] });
      expect(gateway.surroundings.alerts.kinds).toEqual([]);
      expect(await gateway.surroundings.inbox.listUnapplied(new Date(8.64e15), 10)).toEqual([]);
    });
  });

  describe('that names one of our IDs which does not exist', () => {
    const nobody = '0'.repeat(32);
    const dispute = { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) } as const;
    const returned = { kind: 'succeeded', returned: money(3_000) } as const;

    test.each<[string, (attemptId: string) => readonly [ChannelNotification, string, string]]>([
      [
        'a payment of no order',
        () => [
          { kind: 'payment', attemptId: `txn_${nobody}_1`, result: succeeded() },
          `txn_${nobody}_1`,
          'a payment with the result succeeded, 100.00 USD: the gateway has no such order',
        ],
      ],
      [
        'a payment of an attempt that its order does not have',
        (attemptId) => [
          { kind: 'payment', attemptId: attemptId.replace(/_1$/, '_2'), result: declined },
          attemptId.replace(/_1$/, '_2'),
          'a payment with the result failed: its order has no such attempt or refund',
        ],
      ],
      [
        'a refund of no order',
        () => [
          { kind: 'refund', refundId: `rfd_${nobody}_1`, result: returned },
          `rfd_${nobody}_1`,
          'a refund with the result succeeded, 30.00 USD: the gateway has no such order',
        ],
      ],
      [
        'a refund that its order does not have',
        (attemptId) => [
          { kind: 'refund', refundId: attemptId.replace('txn_', 'rfd_'), result: returned },
          attemptId.replace('txn_', 'rfd_'),
          'a refund with the result succeeded, 30.00 USD: its order has no such attempt or refund',
        ],
      ],
      [
        'a refund by its own reference, of no order',
        () => [
          {
            kind: 'refund_by_reference',
            attemptId: `txn_${nobody}_1`,
            channelReference: 'ref_1',
            result: returned,
          },
          `txn_${nobody}_1`,
          'a refund with the result succeeded, 30.00 USD: the gateway has no such order',
        ],
      ],
      [
        'a dispute of an attempt that its order does not have',
        (attemptId) => [
          { kind: 'dispute', attemptId: attemptId.replace(/_1$/, '_7'), report: dispute },
          attemptId.replace(/_1$/, '_7'),
          'a dispute in the state opened, over 100.00 USD: its order has no such attempt or refund',
        ],
      ],
      [
        'money that was not collected, of no order',
        () => [
          { kind: 'uncollected', attemptId: `txn_${nobody}_1`, channelReference: 'cpt_1', reason: 'No.' },
          `txn_${nobody}_1`,
          'money that could not be collected (No.): the gateway has no such order',
        ],
      ],
    ])('is reported to an operator and changes nothing: %s', async (_case, build) => {
      const { gateway, order, attemptId, receive } = await submittedGateway();
      const [notification, reference, detail] = build(attemptId);
      const callback = { callbackId: 'evt_1', notification };
      for (let time = 1; time <= 2; time += 1) {
        expect(outcomeOf(await receive(callback))).toBe('received');
        await gateway.settle();
      }
      expect(await gateway.order(order.orderId)).toEqual(order);
      expect(gateway.surroundings.alerts.raised).toEqual([
        { kind: 'report_for_operator', channelId: 'Sandbox', reference, detail: `It reports ${detail}.` },
      ]);
    });
  });

  test.each(['payment', 'dispute', 'refund'] as const)(
    'if a report contains one of Kassa’s IDs and the processor’s ID of a different payment, the report changes nothing, and an operator is alerted (fault 58): a %s',
    async (what) => {
      const gateway = new TestGateway();
      const merchant = await gateway.merchant();
      const order = await (what === 'payment' ? gateway.submitted(merchant) : gateway.paid(merchant));
      if (what === 'refund') await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
      await gateway.settle();
      const before = await gateway.order(order.orderId);
      const { attemptId, opening } = latest(before);
      const refundId = before.refunds[0]?.refundId ?? '';
      const report = { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) } as const;
      const about = (openingReference: string): ChannelNotification =>
        ({
          payment: { kind: 'payment', attemptId, openingReference, result: succeeded() },
          dispute: { kind: 'dispute', attemptId, openingReference, report },
          refund: {
            kind: 'refund',
            refundId,
            openingReference,
            result: { kind: 'succeeded', returned: money(3_000) },
          },
        })[what] as ChannelNotification;
      const receive = async (callbackId: string, notification: ChannelNotification) => {
        await gateway.receiveCallback.execute('Sandbox', rawCallback({ callbackId, notification }));
        await gateway.settle();
      };

      await receive('evt_1', about('pay_of_somebody_else'));
      expect(await gateway.order(order.orderId)).toEqual(before);
      expect(gateway.surroundings.alerts.raised).toEqual([
        {
          kind: 'report_for_operator',
          channelId: 'Sandbox',
          reference: what === 'refund' ? refundId : attemptId,
          detail: expect.stringContaining(
            `: it names the payment pay_of_somebody_else, but the payment of this attempt is ${opening?.channelReference}.`,
          ),
        },
      ]);
      await receive('evt_2', about(opening?.channelReference ?? ''));
      expect((await gateway.order(order.orderId)).version).toBeGreaterThan(before.version);
    },
  );

  describe('of another account', () => {
    const foreign = (attemptId: string, refundId: string) => ({
      success: { kind: 'payment', attemptId, result: succeeded() },
      failure: { kind: 'payment', attemptId, result: declined },
      // A report of another amount would be set aside if it were accepted, and that would change the order too.
      'another amount': { kind: 'payment', attemptId, result: succeeded(money(1)) },
      refund: { kind: 'refund', refundId, result: { kind: 'succeeded', returned: money(3_000) } },
      dispute: {
        kind: 'dispute',
        attemptId,
        report: { kind: 'opened', channelReference: 'dsp_1', amount: money(10_000) },
      },
      'money not collected': { kind: 'uncollected', attemptId, channelReference: 'cpt_1', reason: 'No.' },
    });

    test.each(['success', 'failure', 'another amount', 'refund', 'dispute', 'money not collected'] as const)(
      'about an order’s payments changes nothing, and raises an alert: %s',
      async (what) => {
        const gateway = new TestGateway();
        const merchant = await gateway.merchant();
        const order =
          what === 'refund' || what === 'dispute'
            ? await gateway.paid(merchant)
            : await gateway.submitted(merchant);
        if (what === 'refund') await gateway.acceptRefund.execute(merchant.merchantId, refundCommand());
        await gateway.settle();
        const before = await gateway.order(order.orderId);
        const [refund] = before.refunds;
        const { attemptId } = latest(before);
        const notification = foreign(attemptId, refund?.refundId ?? '')[what] as ChannelNotification;
        const report = {
          callbackId: 'evt_f',
          notification,
          receivedAt: gateway.surroundings.clock.realNow(),
        };

        await gateway.receiveCallback.apply({ ...report, channelId: 'ProcessorA-mer_2' });
        await gateway.settle();
        expect(await gateway.order(order.orderId)).toEqual(before);
        const reference = what === 'refund' ? refund?.refundId : attemptId;
        expect(gateway.surroundings.alerts.raised).toEqual([
          { kind: 'foreign_report', channelId: 'ProcessorA-mer_2', orderId: order.orderId, reference },
        ]);

        await gateway.receiveCallback.apply({ ...report, channelId: 'Sandbox' });
        await gateway.settle();
        expect((await gateway.order(order.orderId)).version).toBeGreaterThan(before.version);
      },
    );
  });
});
