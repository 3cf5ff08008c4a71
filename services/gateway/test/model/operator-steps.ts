import fc from 'fast-check';
import type { OperatorHappening, RotationHappening } from './happenings.ts';
import { at, channel, often, order, pick } from './step-parts.ts';

export const operatorHappening: fc.Arbitrary<OperatorHappening> = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('conclude_made_by_hand' as const), at, pick }) },
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
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('write_off' as const),
      at,
      pick,
      isPart: often(false, true),
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

export const rotationHappening: fc.Arbitrary<RotationHappening> = fc.oneof(
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
