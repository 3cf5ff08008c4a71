import type { UndeliveredWebhooks } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ListUndelivered, type Undelivered } from '../../../../application/events/list-undelivered.ts';
import { ListCases } from '../../../../application/operator/list-cases.ts';
import { ManageCases } from '../../../../application/operator/manage-cases.ts';
import type { WaitingPosition } from '../../../../ports/order-repository.ts';
import type { InstancesOf } from '../instances-of.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentCase } from './order-presenter.ts';

export const caseUseCases = {
  listCases: ListCases,
  cases: ManageCases,
  undelivered: ListUndelivered,
};
export type CaseUseCases = InstancesOf<typeof caseUseCases>;

const MOST_NAMED = 20;

/** Serves the cases that wait for an operator's decision, for `kassa-admin cases …`. */
export function caseRoutes(router: Router, useCases: CaseUseCases, audit: AuditTrail): void {
  route(router, endpoints.listCases, async ({ query }) => {
    const [{ cases, next }, undelivered] = await Promise.all([
      useCases.listCases.execute({
        kind: query.kind ?? null,
        after: query.after === undefined ? null : positionOf(query.after),
        limit: pageSizeOf(query.limit),
      }),
      useCases.undelivered.count(),
    ]);
    return {
      cases: cases.map(presentCase),
      next: next && cursorOf(next),
      webhooks: presentUndelivered(undelivered),
    };
  });

  route(router, endpoints.settleCase, async ({ ctx, body: { case_id, since, note } }) => {
    const { orderId, refund } = await audit.change(
      ctx,
      { action: 'cases.settle', about: [case_id], details: { since, note } },
      () => useCases.cases.settle({ caseId: case_id, since: new Date(since) }, note),
      (settled) => (settled.orderId === null ? [] : [settled.orderId]),
    );
    return { case_id, order_id: orderId, refund_state: refund?.state ?? null };
  });

  route(router, endpoints.resumeCase, async ({ ctx, body: { case_id } }) => {
    await audit.change(ctx, { action: 'cases.resume', about: [case_id] }, () =>
      useCases.cases.resume(case_id),
    );
    return { case_id };
  });
}

function cursorOf({ since, id }: WaitingPosition): string {
  return `${since.getTime()}_${id}`;
}

function positionOf(cursor: string): WaitingPosition {
  const end = cursor.indexOf('_');
  return { since: new Date(Number(cursor.slice(0, end))), id: cursor.slice(end + 1) };
}

function presentUndelivered({ eventsGivenUp, switchedOffMerchants }: Undelivered): UndeliveredWebhooks {
  return {
    events_given_up: eventsGivenUp,
    endpoints_switched_off: switchedOffMerchants.length,
    switched_off_merchants: switchedOffMerchants.slice(0, MOST_NAMED),
  };
}
