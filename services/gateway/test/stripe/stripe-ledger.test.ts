import { afterEach, describe, expect, test } from 'vitest';
import { ledgerTypes } from '../../src/adapters/outbound/channels/stripe/stripe-ledger-types.ts';
import { inTime } from '../builders/channel-calls.ts';
import { newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import type { Disturbance } from './stand-in-stripe.ts';
import { useStripe } from './use-stripe.ts';

const { stripe, channel, dashboard, opened } = await useStripe();

const day = { from: new Date('2026-11-21T00:00:00Z'), before: new Date('2026-11-22T00:00:00Z') };

/** Sets the stand-in's clock to a time in November 2026. */
function at(time: string): void {
  stripe.now = () => Date.parse(`2026-11-${time}Z`);
}

async function statement() {
  const read = await channel.statement(day);
  if (read.kind !== 'statement') throw new Error(read.detail);
  return read;
}

async function linesOf(reference: string | null) {
  return (await statement()).lines.filter((line) => line.reference === reference);
}

/** The fee and the net amount of each movement, in minor units. */
async function feesOf(reference: string) {
  const { fees = [] } = await statement();
  return fees
    .filter((each) => each.reference === reference)
    .map(({ subject, fee, net }) => [subject, fee.amountMinor, net.amountMinor]);
}

afterEach(() => {
  stripe.disturbNextBooks();
  stripe.refundFailsAs = 'refund_failure';
  stripe.refusedDebitNames = 'charge';
});

describe('Stripe’s ledger', () => {
  test('lists a payment on the day on which it succeeded, however much earlier it was opened', async () => {
    at('20T23:59:00');
    const payment = await opened();
    at('21T00:00:00');
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    expect(await linesOf(payment.attemptId)).toEqual([
      {
        subject: 'payment',
        reference: payment.attemptId,
        channelReference: payment.opening.channelReference,
        amount: money(1_999, 'EUR'),
        state: 'succeeded',
        at: new Date('2026-11-21T00:00:00Z'),
      },
    ]);
    expect(await feesOf(payment.attemptId)).toEqual([['payment', 55, 1_944]]);
  });

  test('lists a direct debit as pending until its bank collects it', async () => {
    at('21T09:00:00');
    const payment = await opened();
    const { attemptId, opening } = payment;
    stripe.startDebit(opening.channelReference);
    const line = { subject: 'payment', reference: attemptId, amount: money(1_999, 'EUR') };
    expect(await linesOf(attemptId)).toMatchObject([{ ...line, state: 'pending' }]);
    at('28T09:00:00');
    stripe.endDebit(opening.channelReference, 'collected');
    const at21 = new Date('2026-11-21T09:00:00Z');
    expect(await linesOf(attemptId)).toMatchObject([{ ...line, state: 'succeeded', at: at21 }]);
  });

  test.each(['charge', 'refund'] as const)(
    'lists a direct debit that its bank refused as failed, once: booked with a %s',
    async (source) => {
      stripe.refusedDebitNames = source;
      at('21T08:00:00');
      const { attemptId, opening } = await opened();
      stripe.startDebit(opening.channelReference);
      at('21T08:30:00');
      stripe.endDebit(opening.channelReference, 'refused');
      expect(await linesOf(attemptId)).toEqual([
        {
          subject: 'payment',
          reference: attemptId,
          channelReference: opening.channelReference,
          amount: money(1_999, 'EUR'),
          state: 'failed',
          at: new Date('2026-11-21T08:30:00Z'),
        },
      ]);
      const { unread = [] } = await statement();
      expect(unread.filter(({ reference }) => reference === attemptId)).toEqual([]);
    },
  );

  test('Stripe’s ledger names the payment of a failed refund from Stripe’s dashboard (fault 84)', async () => {
    at('20T15:00:00');
    const payment = await opened();
    const { channelReference } = payment.opening;
    stripe.confirm(channelReference, 'refundFails');
    const byHand = await dashboard.refunds.create({ payment_intent: channelReference, amount: 700 });
    at('21T15:00:00');
    await dashboard.refunds.list({ payment_intent: channelReference });
    expect(await linesOf(payment.attemptId)).toMatchObject([
      { subject: 'refund', channelReference: byHand.id, state: 'failed', amount: money(700, 'EUR') },
    ]);
  });

  test.each(['refund_failure', 'adjustment', 'payment_refund'] as const)(
    'Stripe’s ledger lists a refund that failed on the day of its failure, not on the day on which it was made (fault 84): booked as %s',
    async (type) => {
      stripe.refundFailsAs = type;
      at('20T10:00:00');
      const payment = await opened();
      stripe.confirm(payment.opening.channelReference, 'refundFails');
      const refundId = newRefundId();
      const amount = money(500, 'EUR');
      at('21T10:00:00');
      await channel.refund(inTime({ refundId, payment, amount }));
      expect(await linesOf(refundId)).toMatchObject([{ subject: 'refund', state: 'pending', amount }]);
      at('21T11:00:00');
      await channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() });
      const failedAt = new Date('2026-11-21T11:00:00Z');
      expect(await linesOf(refundId)).toMatchObject([
        { subject: 'refund', state: 'failed', amount, at: failedAt },
      ]);
    },
  );

  test('lists a dispute on the day on which its money last moved, with its payment', async () => {
    at('20T10:00:00');
    const payment = await opened();
    const { channelReference } = payment.opening;
    stripe.confirm(channelReference, 'succeeds');
    at('21T10:00:00');
    stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response', 700);
    const line = {
      subject: 'dispute',
      reference: payment.attemptId,
      channelReference: `dp_${channelReference}`,
      amount: money(700, 'EUR'),
    };
    const opening = { ...line, state: 'opened', at: new Date('2026-11-21T10:00:00Z') };
    expect(await linesOf(payment.attemptId)).toEqual([opening]);
    expect(await feesOf(payment.attemptId)).toEqual([['dispute', 2_000, -2_700]]);

    // Losing a dispute moves no money. So its line stays at the moment when the money was withdrawn.
    at('25T10:00:00');
    stripe.dispute(channelReference, 'charge.dispute.closed', 'lost');
    expect(await linesOf(payment.attemptId)).toEqual([{ ...opening, state: 'lost' }]);
  });

  test('lists a won dispute on the day on which the money came back, not on the day on which it was withdrawn', async () => {
    at('20T10:00:00');
    const [payment, early] = [await opened(), await opened()];
    for (const { opening } of [payment, early]) stripe.confirm(opening.channelReference, 'succeeds');
    stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'needs_response');
    at('21T10:00:00');
    stripe.dispute(early.opening.channelReference, 'charge.dispute.created', 'needs_response');
    stripe.dispute(payment.opening.channelReference, 'charge.dispute.closed', 'won');
    at('22T10:00:00');
    stripe.dispute(early.opening.channelReference, 'charge.dispute.closed', 'won');
    expect(await linesOf(payment.attemptId)).toMatchObject([
      { subject: 'dispute', state: 'won', at: new Date('2026-11-21T10:00:00Z') },
    ]);
    expect(await linesOf(early.attemptId)).toEqual([]);
    // The fee stays on the day on which the money was withdrawn, although the line moves on.
    expect(await feesOf(early.attemptId)).toEqual([['dispute', 2_000, -3_999]]);
  });

  test('has the fee of each movement, even if a dispute is opened and won, or a refund made and failed, on one day', async () => {
    at('20T10:00:00');
    const [payment, other] = [await opened(), await opened()];
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    stripe.confirm(other.opening.channelReference, 'refundFails');
    at('21T10:00:00');
    stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'needs_response');
    const refundId = newRefundId();
    const amount = money(500, 'EUR');
    await channel.refund(inTime({ refundId, payment: other, amount }));
    at('21T11:00:00');
    stripe.dispute(payment.opening.channelReference, 'charge.dispute.closed', 'won');
    await channel.askRefund({ refundId, payment: other, channelReference: null, acceptedAt: new Date() });
    expect(await feesOf(payment.attemptId)).toEqual([
      ['dispute', 2_000, -3_999],
      ['dispute', 0, 1_999],
    ]);
    expect(await feesOf(refundId)).toEqual([
      ['refund', 0, -500],
      ['refund', 0, 500],
    ]);
  });

  test('lists a lost dispute of which a part came back with the lost part, on the day on which the part came back', async () => {
    at('20T10:00:00');
    const payment = await opened();
    const { channelReference } = payment.opening;
    stripe.confirm(channelReference, 'succeeds');
    stripe.dispute(channelReference, 'charge.dispute.created', 'needs_response', 700);
    at('21T09:59:00');
    stripe.dispute(channelReference, 'charge.dispute.closed', 'lost');
    at('21T10:00:00');
    stripe.reinstate(channelReference, 200);
    expect(await linesOf(payment.attemptId)).toMatchObject([
      {
        subject: 'dispute',
        amount: money(500, 'EUR'),
        state: 'lost',
        at: new Date('2026-11-21T10:00:00Z'),
      },
    ]);
    expect(await feesOf(payment.attemptId)).toEqual([['dispute', 0, 200]]);
  });

  test.each(['adjustment', 'stripe_fee'])(
    'a fee that Stripe books separately counts for the dispute that it names, and so does its return: %s',
    async (type) => {
      at('20T11:00:00');
      const { attemptId, opening } = await opened();
      const { channelReference: intentId } = opening;
      stripe.dispute(intentId, 'charge.dispute.created', 'needs_response');
      at('21T11:00:00');
      stripe.bookFee({ type, category: 'fee', amount: 1_500 }, intentId);
      stripe.bookFee({ type, category: 'fee', amount: -1_500 }, intentId);
      const { fees = [] } = await statement();
      const fee = (amountMinor: number) => ({
        subject: 'dispute',
        reference: attemptId,
        channelReference: `dp_${intentId}`,
        at: new Date('2026-11-21T11:00:00Z'),
        fee: money(amountMinor, 'EUR'),
        net: money(-amountMinor, 'EUR'),
        isForProcessing: true,
      });
      expect(fees.filter(({ reference }) => reference === attemptId)).toEqual([fee(-1_500), fee(1_500)]);
      expect(await linesOf(attemptId)).toEqual([]);
    },
  );

  /**
   * Published records of accounts list the fee for countering a dispute as an adjustment of the category `fee` and as a
   * `stripe_fee`, with a description and no dispute.
   */
  test('a fee that names nothing of the gateway’s counts for the account', async () => {
    at('21T19:00:00');
    const before = new Map((await statement()).accountFees?.map((each) => [each.currency, each]));
    const { id: others } = await dashboard.paymentIntents.create({ amount: 777, currency: 'eur' });
    stripe.dispute(others, 'charge.dispute.created', 'warning_needs_response');
    const fee = (type: string, category: 'fee' | 'network_cost' | 'tax', amount: number) =>
      ({ type, category, amount }) as const;
    stripe.bookFee(fee('adjustment', 'fee', 1_500));
    stripe.bookFee(fee('stripe_fee', 'fee', 7));
    stripe.bookFee(fee('stripe_fee', 'fee', 2_000), others);
    stripe.bookFee(fee('adjustment', 'network_cost', 30));
    stripe.bookFee(fee('tax_fee', 'tax', 5));
    stripe.bookFee(fee('stripe_fx_fee', 'fee', 3));
    stripe.bookFee(fee('adjustment', 'fee', -1_500));
    const { accountFees = [] } = await statement();
    const { count = 0, sumMinor = 0n } = before.get('EUR') ?? {};
    expect(accountFees).toEqual([{ currency: 'EUR', count: count + 7, sumMinor: sumMinor + 2_045n }]);
  });

  test('leaves inquiries out, and lists a dispute of a payment that others made as foreign', async () => {
    at('21T13:00:00');
    const payment = await opened();
    stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'warning_needs_response');
    const { id } = await dashboard.paymentIntents.create({ amount: 777, currency: 'eur' });
    stripe.dispute(id, 'charge.dispute.created', 'needs_response');
    expect(await linesOf(payment.attemptId)).toEqual([]);
    expect(await linesOf(null)).toContainEqual({ reference: null, channelReference: `dp_${id}` });
  });

  test('names the payment of a refund from Stripe’s dashboard, and lists refunds that others made as foreign', async () => {
    at('20T14:00:00');
    const payment = await opened();
    const { channelReference } = payment.opening;
    const { id: others } = await dashboard.paymentIntents.create({ amount: 777, currency: 'eur' });
    for (const id of [channelReference, others]) stripe.confirm(id, 'succeeds');
    at('21T14:00:00');
    const byHand = await dashboard.refunds.create({ payment_intent: channelReference, amount: 700 });
    const foreign = await dashboard.refunds.create({ payment_intent: others });
    expect(await linesOf(payment.attemptId)).toContainEqual(
      expect.objectContaining({
        subject: 'refund',
        channelReference: byHand.id,
        amount: money(700, 'EUR'),
      }),
    );
    expect(await linesOf(null)).toContainEqual({ reference: null, channelReference: foreign.id });
  });

  test('is read page by page to its end, and counts entries that are not the gateway’s in every currency', async () => {
    at('21T12:00:00');
    for (let made = 0; made < 130; made += 1) {
      const { id } = await dashboard.paymentIntents.create({ amount: 777, currency: 'zzz' });
      stripe.confirm(id, 'succeeds');
    }
    const foreign = (await linesOf(null)).filter(({ channelReference }) =>
      channelReference.startsWith('pi_'),
    );
    expect(foreign).toHaveLength(130);
    expect(new Set(foreign.map(({ channelReference }) => channelReference)).size).toBe(130);
  });

  test.each([
    ['payment_reversal', 'with which Stripe takes back the money of a payment'],
    ['payment_unreconciled', 'which Stripe books for money that a customer has not used'],
    ['a_later_type', 'whose meaning is not known here'],
  ])(
    'lists an entry that tells the gateway too little about the money, for the operator: %s',
    async (type, meaning) => {
      at('20T16:00:00');
      const payment = await opened();
      const { channelReference: intentId } = payment.opening;
      stripe.confirm(intentId, 'succeeds');
      const refundId = newRefundId();
      await channel.refund(inTime({ refundId, payment, amount: money(500, 'EUR') }));
      stripe.dispute(intentId, 'charge.dispute.created', 'needs_response', 700);
      const { id: others } = await dashboard.paymentIntents.create({ amount: 777, currency: 'eur' });
      at('21T16:00:00');
      const entryIds = (['payment', 'refund', 'dispute'] as const).map((about) =>
        stripe.book(type, intentId, about),
      );
      const foreign = stripe.book(type, others);
      const { unread = [] } = await statement();
      const { attemptId } = payment;
      const ours = unread.filter(({ reference }) => [attemptId, refundId].includes(reference));
      expect(ours).toMatchObject(
        [
          { subject: 'payment', reference: attemptId, channelReference: intentId },
          { subject: 'refund', reference: refundId },
          { subject: 'dispute', reference: attemptId, channelReference: `dp_${intentId}` },
        ].toReversed(),
      );
      for (const entryId of entryIds) {
        expect(ours.some(({ detail }) => detail.includes(`${entryId} of the type ${type}, ${meaning}`))).toBe(
          true,
        );
      }
      expect(await linesOf(null)).toContainEqual({ reference: null, channelReference: foreign });
      expect(await feesOf(attemptId)).toEqual([]);
    },
  );

  test('lists an entry of a known type that is about another object than documented, for the operator', async () => {
    at('21T17:00:00');
    const payment = await opened();
    const { channelReference: intentId } = payment.opening;
    stripe.book('refund', intentId);
    stripe.book('adjustment', intentId);
    const { unread = [] } = await statement();
    expect(unread.filter(({ reference }) => reference === payment.attemptId)).toHaveLength(2);
    expect(await linesOf(payment.attemptId)).toEqual([]);
  });

  test('leaves out each published type that moves no money of payments', async () => {
    at('21T18:00:00');
    const payment = await opened();
    const types = Object.entries(ledgerTypes).filter(
      ([, said]) => said !== 'read' && said !== 'for_operator',
    );
    for (const [type] of types) stripe.book(type, payment.opening.channelReference);
    expect(types.length).toBeGreaterThan(40);
    expect(await linesOf(payment.attemptId)).toEqual([]);
    const { unread = [] } = await statement();
    expect(unread.filter(({ reference }) => reference === payment.attemptId)).toEqual([]);
  });

  test('that cannot be read to its end is reported as unavailable, not in part', async () => {
    const broken = Array.from({ length: 12 }, (): Disturbance => ({ kind: 'break' }));
    const answered = Array.from({ length: 18 }, (): Disturbance => ({ kind: 'none' }));
    stripe.disturbNextBooks(...answered, ...broken);
    expect(await channel.statement(day)).toMatchObject({ kind: 'unavailable' });
  });
});
