import { orderLimits } from '@kassa/contracts';
import type { ChangeActor } from './order-change-record.ts';
import type { PaymentOrder } from './payment-order.ts';

/** A list of an order, such as its refunds, that a change would make longer than its limit. */
export interface FullList {
  /** In words for an operator. */
  readonly holds: string;
  readonly most: number;
}

/**
 * Returns the list of an order that a change would make longer than its limit; null if there is none.
 *
 * Changes by merchants, operators and the gateway have different limits. When merchants can add no more refunds, operators
 * still can. When operators can add none either, the gateway can still return late payments.
 */
export function listWithoutRoom(
  before: PaymentOrder,
  after: PaymentOrder,
  actor: ChangeActor,
): FullList | null {
  const full = lists.find(({ countIn, mostFor }) => {
    const count = countIn(after);
    return count > countIn(before) && count > mostFor(actor, before, after);
  });
  return full === undefined ? null : { holds: full.holds, most: full.mostFor(actor, before, after) };
}

interface BoundedList {
  readonly holds: string;
  readonly countIn: (order: PaymentOrder) => number;
  readonly mostFor: (actor: ChangeActor, before: PaymentOrder, after: PaymentOrder) => number;
}

const lists: readonly BoundedList[] = [
  {
    holds: 'refunds',
    countIn: ({ refunds }) => refunds.length,
    mostFor: (actor) => (actor === 'operator' ? orderLimits.refundsWithOperators : orderLimits.refundsInAll),
  },
  {
    holds: 'attempts',
    countIn: ({ attempts }) => attempts.length,
    mostFor: () => orderLimits.openings,
  },
  { holds: 'disputes', countIn: disputesKnown, mostFor: () => orderLimits.disputes },
  {
    holds: 'ends of disputes',
    countIn: ({ wonDisputes, lostDisputes }) => wonDisputes.length + lostDisputes.length,
    mostFor: (actor) => (actor === 'operator' ? orderLimits.disputes : orderLimits.disputeEnds),
  },
  {
    holds: 'reports that were set aside',
    countIn: ({ quarantine }) => quarantine.length,
    mostFor: (_actor, before, after) =>
      isOnlyReported(before, after) ? orderLimits.setAside : orderLimits.setAsideInAll,
  },
  {
    holds: 'settled cases',
    countIn: ({ settledCases }) => settledCases.length,
    mostFor: () => orderLimits.settledCases,
  },
];

function disputesKnown({ dispute, wonDisputes, lostDisputes, quarantine }: PaymentOrder): number {
  return new Set([
    ...(dispute === null ? [] : [dispute.channelReference]),
    ...[...wonDisputes, ...lostDisputes].map(({ channelReference }) => channelReference),
    ...quarantine.flatMap(({ subject }) => (subject?.kind === 'dispute' ? [subject.channelReference] : [])),
  ]).size;
}

/** Whether the change only stored a channel's report for an operator, without applying the report. */
function isOnlyReported(before: PaymentOrder, after: PaymentOrder): boolean {
  return (
    before.state === after.state &&
    before.attempts === after.attempts &&
    before.refunds === after.refunds &&
    before.dispute === after.dispute
  );
}
