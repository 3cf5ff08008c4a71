import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  handlingOf,
  type UnlistedEventType,
} from '../../src/adapters/outbound/channels/stripe/stripe-event-types.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { money } from '../builders/orders.ts';
import { publishedEventTypes } from './published/published-event-types.ts';
import {
  publishedCharge,
  publishedDispute,
  publishedFraudWarning,
  publishedIntent,
  publishedRefund,
  publishedReview,
} from './published/published-objects.ts';
import { useStripe } from './use-stripe.ts';

/** These lines do not compile if the lists differ from those of the `stripe` package. */
const everyTypeIsListed: [UnlistedEventType] extends [never] ? true : false = true;
const everyTypeIsTried: [Exclude<Stripe.Event['type'], (typeof publishedEventTypes)[number]>] extends [never]
  ? true
  : false = true;

const { stripe, channel, dashboard, opened } = await useStripe();
let payment: PaymentReference;

beforeAll(async () => {
  payment = await opened(money(1_099));
  stripe.confirm(payment.opening.channelReference, 'succeeds');
});

/** The published object that an event type contains, as it is about the payment of this test. */
function objectOf(type: string): object {
  const payment_intent = payment.opening.channelReference;
  const metadata = { kassa_attempt_id: payment.attemptId };
  if (type.startsWith('charge.dispute.')) return { ...publishedDispute, payment_intent };
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    return { ...publishedRefund, payment_intent };
  }
  if (type.startsWith('charge.')) return { ...publishedCharge, payment_intent, metadata };
  if (type.startsWith('payment_intent.')) return { ...publishedIntent, id: payment_intent, metadata };
  if (type.startsWith('review.')) return { ...publishedReview, payment_intent };
  if (type.startsWith('radar.')) return { ...publishedFraudWarning, payment_intent };
  return { id: 'obj_123', object: type.split('.').slice(0, -1).join('.') };
}

let numbered = 0;

async function readAll(type: string, object: object, members: object = {}) {
  numbered += 1;
  const event = {
    id: `evt_published_${numbered}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    livemode: false,
    data: { object },
    ...members,
  };
  const reading = await channel.readCallback(stripe.signed(JSON.stringify(event)));
  if (reading.kind !== 'genuine') return [reading];
  return reading.callbacks.map(({ notification }) => notification);
}

const read = async (type: string, object: object, members?: object) =>
  (await readAll(type, object, members))[0];

describe('every event type that Stripe publishes', () => {
  test('each event type that Stripe has published has an entry that says how the gateway handles it (fault 89)', () => {
    expect([everyTypeIsListed, everyTypeIsTried]).toEqual([true, true]);
    const count = (kind: string) =>
      publishedEventTypes.filter((type) => handlingOf(type).kind === kind).length;
    const kinds = ['applied', 'for_operator', 'noted', 'irrelevant', 'unpublished'];
    expect(publishedEventTypes).toHaveLength(275);
    expect(kinds.map(count)).toEqual([16, 3, 9, 247, 0]);
  });

  test('the gateway reads each event type that Stripe has published without an error, and an event type that is listed as irrelevant or noted changes nothing (fault 89)', async () => {
    for (const type of publishedEventTypes) {
      const notification = await read(type, objectOf(type));
      const { kind } = handlingOf(type);
      if (kind === 'irrelevant' || kind === 'noted')
        expect(notification).toEqual({ kind: 'irrelevant', type });
      if (kind === 'for_operator') {
        expect(notification).toMatchObject({ kind: 'for_operator', reference: payment.attemptId });
      }
    }
  });

  test('the gateway reads each event type that Stripe has published without an error, even if the event’s object has only an ID (fault 89)', async () => {
    for (const type of publishedEventTypes) {
      const notification = await read(type, { id: 'obj_123', object: 'object' });
      expect(notification?.kind).toMatch(/^(irrelevant|not_understood)$/);
    }
  });

  test('if the object of a Stripe event names no amount, the gateway treats the event as not understood, and no error occurs (fault 89)', async () => {
    const applied = publishedEventTypes.filter((type) => handlingOf(type).kind === 'applied');
    for (const type of applied.filter((each) => each !== 'charge.refunded')) {
      const amounts = ['amount', 'amount_received', 'amount_captured', 'currency'];
      const members = Object.entries(objectOf(type)).filter(([name]) => !amounts.includes(name));
      const ended = { captured: true, paid: true, status: type.includes('dispute') ? 'lost' : 'succeeded' };
      const object = { ...Object.fromEntries(members), ...ended };
      expect(await read(type, object)).toMatchObject({ kind: 'not_understood' });
    }
  });

  test('stripe’s event payment_intent.processing tells the gateway that the consumer has confirmed the payment (fault 19)', async () => {
    const processing = { ...objectOf('payment_intent.processing'), status: 'processing' };
    expect(await read('payment_intent.processing', processing)).toEqual({
      kind: 'payment_under_way',
      attemptId: payment.attemptId,
      openingReference: payment.opening.channelReference,
    });
  });

  test('no event type names an attempt if it is about a payment that others made with the same account', async () => {
    const { id } = await dashboard.paymentIntents.create({ amount: 777, currency: 'eur' });
    for (const type of publishedEventTypes) {
      const object = { ...objectOf(type), metadata: {}, payment_intent: id };
      if (type.startsWith('payment_intent.')) Object.assign(object, { id });
      const notification = await read(type, object);
      if (notification?.kind === 'irrelevant') continue;
      expect(handlingOf(type).kind).toMatch(/^(applied|for_operator)$/);
      const name = handlingOf(type).kind === 'applied' ? 'attemptId' : 'reference';
      expect(notification).toMatchObject({ openingReference: id, [name]: id });
    }
  });
});

describe('an event type that Stripe publishes later', () => {
  test('if Stripe adds an event type later and such an event contains one of the gateway’s IDs, an operator is alerted (fault 89)', async () => {
    const metadata = { kassa_attempt_id: payment.attemptId };
    expect(await read('payment_intent.moved_to_the_moon', { id: 'pi_1', metadata })).toEqual({
      kind: 'for_operator',
      reference: payment.attemptId,
      detail:
        'Stripe reports payment_intent.moved_to_the_moon, which this version of the gateway does not know',
    });
    expect(await read('moon.landed', { id: 'moon_1' })).toEqual({ kind: 'irrelevant', type: 'moon.landed' });
  });
});

describe('a refund that was made in Stripe’s dashboard', () => {
  const refund = (members: object = {}) => ({
    ...publishedRefund,
    payment_intent: payment.opening.channelReference,
    ...members,
  });

  test.each(['refund.created', 'refund.updated', 'charge.refund.updated'])(
    'the gateway assigns a refund from Stripe’s dashboard to its payment (fault 84): reported by %s',
    async (type) => {
      expect(await read(type, refund())).toEqual({
        kind: 'refund_by_reference',
        attemptId: payment.attemptId,
        openingReference: payment.opening.channelReference,
        channelReference: publishedRefund.id,
        result: { kind: 'succeeded', returned: money(100) },
      });
    },
  );

  test.each(['refund.updated', 'refund.failed'])(
    'a report of a refund says when Stripe had the refund in this state: %s',
    async (type) => {
      for (const status of ['succeeded', 'failed']) {
        const members = { created: 1_700_000_000 };
        const [told] = await readAll(type, refund({ status }), members);
        expect(told).toMatchObject({ result: { kind: status, stateAt: new Date(1_700_000_000_000) } });
      }
    },
  );

  test('a refund from Stripe’s dashboard that fails afterwards is recorded as failed (fault 84)', async () => {
    const failed = refund({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(await read('refund.failed', failed)).toMatchObject({
      kind: 'refund_by_reference',
      channelReference: publishedRefund.id,
      result: { kind: 'failed', failure: { code: 'lost_or_stolen_card' } },
    });
  });

  test('if the account’s key does not find the payment of a refund from Stripe’s dashboard, operators are alerted (fault 84)', async () => {
    expect(await read('refund.created', refund({ payment_intent: 'pi_elsewhere' }))).toEqual({
      kind: 'for_operator',
      reference: 'pi_elsewhere',
      detail: `Stripe reports refund.created (${publishedRefund.id}) of a payment that cannot be found with the account’s key`,
    });
    const review = { ...publishedReview, payment_intent: 'pi_elsewhere' };
    expect(await read('review.opened', review)).toMatchObject({ kind: 'for_operator' });
  });

  test('and has no result yet is reported once it has one', async () => {
    for (const status of ['pending', 'requires_action']) {
      expect(await read('refund.created', refund({ status }))).toMatchObject({ kind: 'irrelevant' });
    }
  });

  test('does not count if it only releases money that was never captured', async () => {
    const { opening } = await opened(money(1_099));
    const released = refund({
      payment_intent: opening.channelReference,
      reason: 'expired_uncaptured_charge',
    });
    expect(await read('refund.created', released)).toMatchObject({ kind: 'irrelevant' });
  });

  test.each([[null], ['2020-08-27']])(
    'if only charge.refunded reports a refund from Stripe’s dashboard, as in old API versions, Kassa finds the refund in Stripe’s list (fault 84): version %s',
    async (version) => {
      const { channelReference } = payment.opening;
      const { id } = await dashboard.refunds.create({ payment_intent: channelReference, amount: 10 });
      const charge = objectOf('charge.refunded');
      const told = await readAll('charge.refunded', charge, { api_version: version });
      expect(told).toContainEqual({
        kind: 'refund_by_reference',
        attemptId: payment.attemptId,
        openingReference: channelReference,
        channelReference: id,
        result: { kind: 'succeeded', returned: money(10), stateAt: expect.any(Date) },
      });
    },
  );

  test('is not looked up again if an event about the refund itself reports it', async () => {
    const before = stripe.calls.length;
    expect(await read('charge.refunded', objectOf('charge.refunded'))).toMatchObject({ kind: 'irrelevant' });
    expect(stripe.calls).toHaveLength(before);
  });
});
