import fc from 'fast-check';
import { type Beginning, beginnings } from './beginnings.ts';
import type { Happening, ReceiverMood, WrittenReference } from './happenings.ts';
import type { Vendor } from './ledger-account.ts';
import { ELEMENT } from './ledger-channel.ts';
import type { DisputeOutcome } from './ledger-disputes.ts';
import type { Reach } from './ledgers.ts';
import { operatorHappening, rotationHappening } from './operator-steps.ts';
import { at, often, order, pick } from './step-parts.ts';

export interface Step {
  readonly happening: Happening;
  /** How many calls continue before the next step. With `all`, calls continue until none waits. */
  readonly turns: number | 'all';
}

export interface Story {
  readonly seed: number;
  /** The vendor of the preferred channel, and the vendor of the other channel. */
  readonly vendors: readonly [Vendor, Vendor];
  readonly beginnings: readonly Beginning[];
  /** Whether an operator later concludes refunds whose cases were settled without a conclusion. */
  readonly isSettledConcluded: boolean;
  readonly steps: readonly Step[];
}

const reach = fc.constantFrom<Reach>('first', 'first', 'both');
const percent = fc.constantFrom(30, 50, 60, 100, 101);
const writtenAs = fc.oneof(
  { weight: 4, arbitrary: fc.constant<WrittenReference>('own_id') },
  { weight: 1, arbitrary: fc.constantFrom<WrittenReference>('text', 'nothing', 'another_id') },
);
/** The part of an order that a merchant asks to refund; null for the whole rest. */
const refundPart = fc.constantFrom(30, 50, 60, 100, 101, null, null);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('create' as const), order, at, otherContent: often(false, true) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('init' as const),
      order,
      at,
      method: fc.constantFrom('card', 'sandbox_wallet', ELEMENT),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      order,
      at,
      card: often('fitting' as const, 'wrong' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('give_up' as const),
      order,
      at,
      which: often('latest' as const, 'first' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order,
      at,
      number: fc.nat({ max: 4 }),
      percent: refundPart,
      currency: often('USD', 'EUR'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('race_refunds' as const),
      orders: fc.tuple(order, order),
      number: fc.nat({ max: 2 }),
      percents: fc.tuple(refundPart, refundPart),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund_and_die' as const),
      order,
      number: fc.nat({ max: 4 }),
      percent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('race_dispute' as const),
      order,
      number: fc.nat({ max: 4 }),
      percent,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('race_inits' as const), order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('race_submissions' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('race_giving_up' as const),
      order,
      other: fc.constantFrom('submits' as const, 'gives_up' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('conclude_payment' as const),
      pick,
      result: fc.constantFrom(
        'succeeded' as const,
        'succeeded' as const,
        'failed' as const,
        'cancelled' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay_after_all' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay_again' as const), pick, moreMinor: often(0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take_wrong_amount' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail_to_collect' as const), pick, writtenAs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('collect_after_all' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('conclude_refund' as const),
      pick,
      result: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refuse_as_too_early' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return_more' as const), pick, percent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('make_refund_twice' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo_refund' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('make_refund_again' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund_by_hand' as const), pick, percent, writtenAs }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('open_dispute' as const),
      pick,
      percent: fc.constantFrom(40, 70, 100),
      writtenAs,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give_back' as const), pick, percent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen_dispute' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry_debit' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take_back_debit' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resolve_dispute' as const),
      pick,
      outcome: fc.constantFrom<DisputeOutcome>('won', 'won', 'lost', 'lost', 'won_in_part'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('object_again' as const), pick }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('call_back' as const),
      pick,
      at,
      which: often('new' as const, 'any' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose_callback' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('channel_busy' as const), isBusy: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 5, 20, 40, 130, 700, 1_801, 4_000, 90_000, 300_000, 2_700_000, 10_500_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('move_clock' as const),
      seconds: fc.constantFrom(40, 1_801, 90_000, 300_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pass_midnight' as const),
      secondsAfter: fc.constantFrom(-1, 0, 1),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('look' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('receiver' as const),
      answers: fc.oneof(
        {
          weight: 12,
          arbitrary: fc.constantFrom<ReceiverMood>('acknowledges', 'fails', 'is_silent', 'is_busy'),
        },
        { weight: 1, arbitrary: fc.constant<ReceiverMood>('is_gone') },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('channel_mood' as const),
      reach,
      openings: fc.constantFrom('open' as const, 'open' as const, 'refuse' as const),
      submissions: fc.constantFrom(
        'pending' as const,
        'challenge' as const,
        'succeed' as const,
        'fail' as const,
      ),
      refunds: fc.constantFrom('pending' as const, 'succeed' as const, 'fail' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('channel_fault' as const),
      reach,
      kind: fc.constantFrom('unreachable' as const, 'answer_lost' as const),
      calls: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('process_fault' as const),
      at,
      kind: fc.constantFrom('crash' as const, 'database_failure' as const),
      when: fc.constantFrom('before' as const, 'after' as const),
      callsBefore: fc.nat({ max: 12 }),
      calls: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 14, arbitrary: operatorHappening },
  { weight: 5, arbitrary: rotationHappening },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pause' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pause_at_call' as const),
      at,
      when: fc.constantFrom('before' as const, 'after' as const),
      callsBefore: fc.nat({ max: 12 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pause_for_a_day' as const),
      at,
      pick,
      callsBefore: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Happening>({ do: 'resume' }) },
  { weight: 1, arbitrary: fc.constant<Happening>({ do: 'nothing' }) },
);

const step: fc.Arbitrary<Step> = fc.record({
  happening,
  turns: fc.oneof(
    { weight: 5, arbitrary: fc.constant('all' as const) },
    { weight: 5, arbitrary: fc.nat({ max: 12 }) },
  ),
});

const vendor: fc.Arbitrary<Vendor> = fc.record({
  isMute: fc.boolean(),
  booksOnFirstDay: fc.boolean(),
  namesFailedRefunds: fc.boolean(),
});

const beginning = fc.constantFrom(...(Object.keys(beginnings) as Beginning[]));

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  vendors: fc.tuple(vendor, vendor),
  beginnings: fc.tuple(beginning, beginning, beginning),
  isSettledConcluded: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});
