import fc from 'fast-check';
import type {
  Happening,
  OperatorHappening,
  ReceiverMood,
  RotationHappening,
  WrittenReference,
} from './happenings.ts';
import type { Vendor } from './ledger-account.ts';
import { ELEMENT } from './ledger-channel.ts';
import type { DisputeOutcome } from './ledger-disputes.ts';
import type { Reach } from './ledgers.ts';

export interface Step {
  readonly happening: Happening;
  /** How many calls continue before the next step. With `all`, calls continue until none waits. */
  readonly turns: number | 'all';
}

/** How far an order has progressed before the first step. */
export const beginnings = {
  none: [],
  created: ['create'],
  opened: ['create', 'init'],
  submitted: ['create', 'init', 'submit'],
  failed: ['create', 'init', 'submit', 'fail'],
  retried: ['create', 'init', 'submit', 'fail', 'init', 'submit'],
  given_up: ['create', 'init', 'submit', 'give_up'],
  method_changed: ['create', 'init_wallet', 'init', 'submit'],
  closed: ['create', 'init', 'submit', 'let_expire'],
  paid: ['create', 'init', 'submit', 'succeed'],
  /** The channel takes two payments for one attempt, and reports both. */
  paid_twice: ['create', 'init', 'submit', 'succeed', 'pay_again'],
  /** The channel reports the later payment of an attempt first. */
  paid_by_later: ['create', 'init', 'submit', 'pay_again', 'succeed'],
  /** The channel also reports what happened to the second payment. */
  paid_twice_refunded: ['create', 'init', 'submit', 'succeed', 'pay_again', 'refund_second'],
  paid_twice_disputed: ['create', 'init', 'submit', 'succeed', 'pay_again', 'dispute_second'],
  refunding: ['create', 'init', 'submit', 'succeed', 'refund'],
  refund_unsent: ['create', 'init', 'submit', 'succeed', 'refund_and_die'],
  /** An order after a decline in the processor's own form. */
  declined_in_form: ['create', 'init_element', 'submit', 'fail'],
  retried_in_form: ['create', 'init_element', 'submit', 'fail', 'retry_debit'],
  /** Nothing was sent, and nobody knows that. */
  refund_unreceived: ['create', 'init', 'submit', 'succeed', 'lose_channel', 'refund', 'regain_channel'],
  /** An operator looked for the refund before the channel got it. The channel's answer to the refund was lost. */
  refund_looked_for: [
    'create',
    'init',
    'submit',
    'succeed',
    'lose_channel',
    'refund',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
    'look_for_refund',
    'lose_answers',
    'let_hours_pass',
    'regain_channel',
  ],
  refunded: ['create', 'init', 'submit', 'succeed', 'refund', 'make_refund'],
  /** The channel returned more than was requested, after it had reported the refund as made. */
  returned_more: ['create', 'init', 'submit', 'succeed', 'refund', 'make_refund', 'return_more'],
  disputed: ['create', 'init', 'submit', 'succeed', 'dispute'],
  /** The consumer disputes a payment that the gateway does not know of yet. */
  disputed_early: ['create', 'init', 'submit', 'dispute'],
  dispute_won: ['create', 'init', 'submit', 'succeed', 'win_dispute'],
  dispute_partly_lost: ['create', 'init', 'submit', 'succeed', 'lose_dispute', 'give_back'],
  /** The bank has objected to the merchant's win. The channel reports the opening and the objection later. */
  dispute_objected: ['create', 'init', 'submit', 'succeed', 'win_dispute', 'object_again'],
  /** The bank has objected to a win that the channel reports later. */
  objection_heard_first: ['create', 'init', 'submit', 'succeed', 'dispute', 'win_unheard', 'object_and_tell'],
  /** The bank has taken all money again. The channel reports later that the bank kept a part before. */
  part_lost_before: [
    'create',
    'init',
    'submit',
    'succeed',
    'dispute',
    'lose_part_unheard',
    'give_rest_back_unheard',
    'object_and_tell',
  ],
  /** The consumer disputes a payment whose success the channel reports only after the order's end. */
  disputed_and_closed: ['create', 'init', 'submit', 'dispute', 'let_expire'],
  objected_and_closed: [
    'create',
    'init',
    'submit',
    'dispute',
    'win_unheard',
    'object_and_tell',
    'let_expire',
  ],
  /** After an appeal, the channel reports a won dispute as open again. */
  dispute_reopened: ['create', 'init', 'submit', 'succeed', 'win_dispute', 'appeal'],
  /** The bank has taken a second payment, and the channel has not reported that. */
  second_lost: [
    'create',
    'init',
    'submit',
    'fail',
    'init',
    'submit',
    'succeed',
    'pay_first_too',
    'lose_first',
  ],
  paid_late: ['create', 'init', 'submit', 'let_expire', 'succeed_unreturnably'],
  paid_late_unanswered: [
    'create',
    'init',
    'submit',
    'let_expire',
    'succeed',
    ...Array.from({ length: 8 }, () => 'let_hours_pass' as const),
  ],
  unresolved: [
    'create',
    'init',
    'submit',
    'lose_channel',
    'let_expire',
    'let_days_pass',
    'let_days_pass',
    'let_days_pass',
    'regain_channel',
  ],
} as const;

export type Beginning = keyof typeof beginnings;

export interface Story {
  readonly seed: number;
  /** The vendor of the preferred channel, and the vendor of the other channel. */
  readonly vendors: readonly [Vendor, Vendor];
  readonly beginnings: readonly Beginning[];
  /** Whether an operator later concludes refunds whose cases were settled without a conclusion. */
  readonly isSettledConcluded: boolean;
  readonly steps: readonly Step[];
}

/** Most events concern the same order, so that they affect each other more often. */
const order = fc.constantFrom(0, 0, 0, 1, 1, 2);
const at = fc.nat({ max: 1 });
const pick = fc.nat({ max: 11 });
const reach = fc.constantFrom<Reach>('first', 'first', 'both');
const channel = fc.constantFrom('first' as const, 'first' as const, 'other' as const);
const percent = fc.constantFrom(30, 50, 60, 100, 101);
const writtenAs = fc.oneof(
  { weight: 4, arbitrary: fc.constant<WrittenReference>('own_id') },
  { weight: 1, arbitrary: fc.constantFrom<WrittenReference>('text', 'nothing', 'another_id') },
);
/** The part of an order that a merchant asks to refund; null for the whole rest. */
const refundPart = fc.constantFrom(30, 50, 60, 100, 101, null, null);

const operatorHappening: fc.Arbitrary<OperatorHappening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('ask_about_attempt' as const), order, at, pick }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel_refund' as const), order, at, pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat_return' as const), at, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('race_returns' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle_case' as const),
      at,
      pick,
      isFromEarlierList: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('conclude_refund_by_hand' as const),
      at,
      pick,
      isAmountNamed: often(true, false),
      isFromNotes: fc.boolean(),
      isNotByHand: often(true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look_for_refund' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('record_return_by_hand' as const), at, pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('conclude_dispute_by_hand' as const),
      order,
      at,
      isFromNotes: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('race_dispute_conclusions' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('misjudge_dispute' as const),
      order,
      at,
      truth: fc.constantFrom('won' as const, 'lost' as const),
      isLate: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('record_unreported_loss' as const),
      at,
      pick,
      isAttemptNamed: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('resend' as const),
      at,
      picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch_webhook_on' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reconcile' as const), channel, at, daysAgo: fc.nat({ max: 1 }) }),
  },
);

const rotationHappening: fc.Arbitrary<RotationHappening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rotate' as const),
      channel,
      at,
      to: fc.constantFrom('same_account' as const, 'same_account' as const, 'other_account' as const),
      isSecretNew: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign_anew' as const), channel }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retire_secret' as const), channel, at }) },
);

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
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('conclude_refund' as const),
      pick,
      result: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('return_more' as const), pick, percent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo_refund' as const), pick }) },
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

function often<Usual, Rare>(usual: Usual, rare: Rare): fc.Arbitrary<Usual | Rare> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });
}

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
});

const beginning = fc.constantFrom(...(Object.keys(beginnings) as Beginning[]));

export const story: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  vendors: fc.tuple(vendor, vendor),
  beginnings: fc.tuple(beginning, beginning, beginning),
  isSettledConcluded: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});
