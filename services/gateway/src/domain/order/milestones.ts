import type { AttemptState, DisputeState, OrderState, RefundState } from '@kassa/contracts';
import type { CaseKind } from './case-kind.ts';
import { openCases } from './operator-cases.ts';
import type { PaymentOrder } from './payment-order.ts';

/** Something that operators count: an order or a part of it has entered a state, or a case has opened. */
export type Milestone =
  | { readonly subject: 'order'; readonly state: OrderState }
  | { readonly subject: 'attempt'; readonly state: AttemptState }
  | { readonly subject: 'refund'; readonly state: RefundState }
  | { readonly subject: 'dispute'; readonly state: DisputeState }
  | { readonly subject: 'case'; readonly kind: CaseKind };

/**
 * Returns the milestones that an order has reached by a change. If several changes are stored together, the states in between do
 * not count.
 */
export function milestonesOf(before: PaymentOrder, after: PaymentOrder): readonly Milestone[] {
  const known = new Set(openCases(before).map(({ caseId }) => caseId));
  return [
    ...newState('order', before, after),
    ...after.attempts.flatMap((attempt, index) => newState('attempt', before.attempts[index], attempt)),
    ...after.refunds.flatMap((refund, index) => newState('refund', before.refunds[index], refund)),
    ...(after.dispute === null ? [] : newState('dispute', before.dispute ?? undefined, after.dispute)),
    ...openCases(after).flatMap(({ caseId, kind }): Milestone[] =>
      known.has(caseId) ? [] : [{ subject: 'case', kind }],
    ),
  ];
}

function newState<Subject extends string, State>(
  subject: Subject,
  before: { readonly state: State } | undefined,
  { state }: { readonly state: State },
): readonly { readonly subject: Subject; readonly state: State }[] {
  return before?.state === state ? [] : [{ subject, state }];
}
