import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlingOf } from '../../src/adapters/outbound/channels/stripe/stripe-event-types.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { newAttemptId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import {
  publishedCharge,
  publishedDispute,
  publishedIntent,
  publishedRefund,
} from './published/published-objects.ts';
import { publishedTriggers } from './published/published-triggers.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { benchAt, readEvent } from './stripe-bench.ts';

/**
 * Goes through the triggers of the Stripe CLI. The state of each object is the one that the trigger's calls lead to, in the
 * published form of the object.
 */

type Trigger = (typeof publishedTriggers)[number];

let stripe: StandInStripe;
let payment: PaymentReference;
beforeAll(async () => {
  stripe = await StandInStripe.start();
  const order = openingOrder({ attemptId: newAttemptId(), amount: money(2_000) });
  payment = await openPaymentAt(benchAt(stripe).channel, order);
  stripe.confirm(payment.opening.channelReference, 'succeeds');
});
afterAll(() => stripe.stop());

const card_error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' };
const captured = { captured: true, amount: 2_000, amount_captured: 2_000 };
const intent = { ...publishedIntent, amount: 2_000, last_payment_error: null };
const refund = { ...publishedRefund, payment_intent: 'this' };
const inquiry = { ...publishedDispute, amount: 100, payment_intent: 'this' };

/** The triggers about payments, refunds and disputes: the object of the event, and what the gateway reads in it. */
const aboutPayments: Partial<
  Record<Trigger, readonly [object: object, kind: ChannelNotification['kind'], result?: string]>
> = {
  'charge.captured': [{ ...publishedCharge, ...captured }, 'payment', 'succeeded'],
  'charge.succeeded': [{ ...publishedCharge, ...captured }, 'payment', 'succeeded'],
  'charge.failed': [{ ...publishedCharge, paid: false, status: 'failed' }, 'irrelevant'],
  // The refund's own events say more.
  'charge.refunded': [{ ...publishedCharge, ...captured, refunded: true }, 'irrelevant'],
  'charge.refund.updated': [
    { ...refund, metadata: { order_id: '6735' } },
    'refund_by_reference',
    'succeeded',
  ],
  // The CLI's test card causes an inquiry.
  'charge.dispute.created': [inquiry, 'dispute', 'opened'],
  'charge.dispute.updated': [{ ...inquiry, metadata: { foo: 'bar' } }, 'dispute', 'opened'],
  // The merchant has closed it without an answer.
  'charge.dispute.closed': [{ ...inquiry, status: 'lost' }, 'dispute', 'lost'],
  'payment_intent.created': [intent, 'irrelevant'],
  // The gateway asks for the state of a payment that waits to be captured, and captures it.
  'payment_intent.amount_capturable_updated': [
    { ...intent, status: 'requires_capture', amount_capturable: 2_000 },
    'irrelevant',
  ],
  'payment_intent.canceled': [{ ...intent, status: 'canceled' }, 'payment', 'cancelled'],
  'payment_intent.partially_funded': [{ ...intent, status: 'requires_action' }, 'for_operator'],
  'payment_intent.payment_failed': [{ ...intent, last_payment_error: card_error }, 'payment', 'failed'],
  'payment_intent.processing': [{ ...intent, status: 'processing' }, 'payment_under_way'],
  'payment_intent.requires_action': [{ ...intent, status: 'requires_action' }, 'irrelevant'],
  'payment_intent.succeeded': [
    { ...intent, status: 'succeeded', amount_received: 2_000 },
    'payment',
    'succeeded',
  ],
};

async function read(
  type: string,
  object?: object,
): Promise<{ kind?: unknown; result?: unknown; report?: unknown }> {
  const event = {
    id: `evt_${type}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    livemode: false,
  };
  const sent = object === undefined ? event : { ...event, data: { object: ofThisPayment(object) } };
  return { ...(await readEvent(stripe, benchAt(stripe), sent as unknown as Stripe.Event)) };
}

function ofThisPayment(object: object): object {
  const intentId = payment.opening.channelReference;
  const own = { metadata: { kassa_attempt_id: payment.attemptId } };
  if ('object' in object && object.object === 'payment_intent') return { ...object, ...own, id: intentId };
  if ('object' in object && object.object === 'charge')
    return { ...object, ...own, payment_intent: intentId };
  return { ...object, payment_intent: intentId };
}

describe('an event that the Stripe CLI triggers', () => {
  test.each(Object.entries(aboutPayments))(
    'is read as decided: %s',
    async (trigger, [object, kind, result]) => {
      const notification = await read(trigger, object);
      expect(notification.kind).toBe(kind);
      const said = notification.result ?? notification.report;
      if (result !== undefined) expect(said).toMatchObject({ kind: result });
    },
  );

  test('is about a payment only if it is in the list above', () => {
    const applied = publishedTriggers.filter((trigger) =>
      ['applied', 'for_operator', 'noted'].includes(handlingOf(trigger).kind),
    );
    expect(applied.filter((trigger) => aboutPayments[trigger] === undefined)).toEqual([]);
    expect(publishedTriggers).toHaveLength(121);
  });

  test('has a type that is listed, unless its name is no type of event or its type belongs to thin events', () => {
    expect(publishedTriggers.filter((trigger) => handlingOf(trigger).kind === 'unpublished')).toEqual([
      // Several events of invoices and subscriptions.
      'subscription.payment_failed',
      'subscription.payment_succeeded',
      // Thin events of Billing.
      'v1.billing.meter.error_report_triggered',
      'v1.billing.meter.no_meter_found',
    ]);
  });

  // Stripe sends thin events only to destinations that were set up for them.
  test.each(['v1.billing.meter.error_report_triggered', 'v1.billing.meter.no_meter_found'])(
    'is refused if it is a thin event, which has no object: %s',
    async (type) => {
      expect(await read(type)).toMatchObject({ kind: 'unreadable' });
    },
  );

  test('changes nothing if it concerns no payment', async () => {
    const others = publishedTriggers.filter((trigger) => aboutPayments[trigger] === undefined);
    for (const trigger of others) {
      const object = { id: 'obj_1', object: trigger.split('.').slice(0, -1).join('.'), metadata: {} };
      expect(await read(trigger, object)).toEqual({ kind: 'irrelevant', type: trigger });
    }
  });
});
