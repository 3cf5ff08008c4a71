import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { FindReconciliations } from '../../../../application/reconciliation/find-reconciliations.ts';
import { ReconcileDay } from '../../../../application/reconciliation/reconcile-day.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ChannelDay } from '../../../../ports/reconciliation-log.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentReconciliation, presentSummary } from './reconciliation-presenter.ts';

export const reconciliationUseCases = {
  reconcileDay: ReconcileDay,
  findReconciliations: FindReconciliations,
};
export type ReconciliationUseCases = InstancesOf<typeof reconciliationUseCases>;

/**
 * How long a call that starts a comparison of books waits for the result. This is less than the timeout of the clients, such as
 * `kassa-admin`. So a client gets an answer even if the comparison takes longer.
 */
const WAIT_MS = 10_000;

/** Serves the comparison of channels' books with the gateway's orders, for `kassa-admin reconcile`. */
export function reconciliationRoutes(
  router: Router,
  { reconcileDay, findReconciliations }: ReconciliationUseCases,
  audit: AuditTrail,
  clock: Clock,
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
    const { records, next } = await findReconciliations.list(
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
    const { record } = orThrow(await findReconciliations.find({ channelId, date }));
    return presentReconciliation(record, clock.realNow());
  });
}

function dayOf(cursor: string): ChannelDay {
  const end = cursor.indexOf('_');
  return { date: cursor.slice(0, end), channelId: cursor.slice(end + 1) };
}
