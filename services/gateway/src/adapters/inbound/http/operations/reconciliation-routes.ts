import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ListReconciliations } from '../../../../application/reconciliation/list-reconciliations.ts';
import type { ReconcileDay } from '../../../../application/reconciliation/reconcile-day.ts';
import type { ShowReconciliation } from '../../../../application/reconciliation/show-reconciliation.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ChannelDay } from '../../../../ports/reconciliation-log.ts';
import { pageSizeOf } from '../page-size.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentReconciliation, presentSummary } from './reconciliation-presenter.ts';

export interface ReconciliationUseCases {
  readonly reconcileDay: ReconcileDay;
  readonly showReconciliation: ShowReconciliation;
  readonly listReconciliations: ListReconciliations;
  readonly clock: Clock;
}

/** Less than callers wait for an answer. */
const WAIT_MS = 10_000;

/** Channels' books compared with the gateway's, for `kassa-admin reconcile`. */
export function reconciliationRoutes(
  router: Router,
  { reconcileDay, showReconciliation, listReconciliations, clock }: ReconciliationUseCases,
  audit: AuditTrail,
): void {
  route(router, endpoints.reconcileDay, async ({ ctx, body: { channel, date } }) => {
    const { record } = await audit.change(
      ctx,
      { action: 'reconciliation.run', about: [channel], details: { date } },
      () => reconcileDay.execute(channel, date, WAIT_MS),
    );
    return presentReconciliation(record, clock.realNow());
  });

  route(router, endpoints.listReconciliations, async ({ query: { after, limit } }) => {
    const { records, next } = await listReconciliations.execute(
      after === undefined ? null : dayOf(after),
      pageSizeOf(limit),
    );
    return {
      reconciliations: records.map((record) => presentSummary(record, clock.realNow())),
      next: next && `${next.date}_${next.channelId}`,
    };
  });

  route(router, endpoints.showReconciliation, async ({ ctx }) => {
    const { channelId = '', date = '' } = ctx.params;
    const { record } = orThrow(await showReconciliation.execute({ channelId, date }));
    return presentReconciliation(record, clock.realNow());
  });
}

function dayOf(cursor: string): ChannelDay {
  const end = cursor.indexOf('_');
  return { date: cursor.slice(0, end), channelId: cursor.slice(end + 1) };
}
