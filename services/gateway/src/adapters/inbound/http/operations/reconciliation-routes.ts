import {
  compileValidator,
  ReconcileRequest,
  type ReconciliationList,
  ReconciliationListQuery,
  type Reconciliation as ReconciliationMessage,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListReconciliations } from '../../../../application/reconciliation/list-reconciliations.ts';
import type { ReconcileDay } from '../../../../application/reconciliation/reconcile-day.ts';
import type { ShowReconciliation } from '../../../../application/reconciliation/show-reconciliation.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { ChannelDay } from '../../../../ports/reconciliation-log.ts';
import { jsonBodyOf } from '../json-body.ts';
import { pageSizeOf } from '../page-size.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentReconciliation, presentSummary } from './reconciliation-presenter.ts';

export interface ReconciliationUseCases {
  readonly reconcileDay: ReconcileDay;
  readonly showReconciliation: ShowReconciliation;
  readonly listReconciliations: ListReconciliations;
  readonly clock: Clock;
}

const readRequest = compileValidator(ReconcileRequest);
const readListQuery = compileValidator(ReconciliationListQuery);

/** Less than callers wait for an answer. */
const WAIT_MS = 10_000;

/** Channels' books compared with the gateway's, for `kassa-admin reconcile`. */
export function reconciliationRoutes(
  router: Router,
  { reconcileDay, showReconciliation, listReconciliations, clock }: ReconciliationUseCases,
  audit: AuditTrail,
): void {
  router.post('/reconciliations', async (ctx) => {
    const { channel, date } = orInvalid(readRequest(jsonBodyOf(ctx)));
    const { record } = await audit.change(
      ctx,
      { action: 'reconciliation.run', about: [channel], details: { date } },
      () => reconcileDay.execute(channel, date, WAIT_MS),
    );
    ctx.body = succeed<ReconciliationMessage>(presentReconciliation(record, clock.realNow()));
  });

  router.get('/reconciliations', async (ctx) => {
    const { after, limit } = orInvalid(readListQuery(queryOf(ctx)));
    const { records, next } = await listReconciliations.execute(
      after === undefined ? null : dayOf(after),
      pageSizeOf(limit),
    );
    ctx.body = succeed<ReconciliationList>({
      reconciliations: records.map((record) => presentSummary(record, clock.realNow())),
      next: next && `${next.date}_${next.channelId}`,
    });
  });

  router.get('/reconciliations/:channelId/:date', async (ctx) => {
    const { channelId = '', date = '' } = ctx.params;
    const { record } = orThrow(await showReconciliation.execute({ channelId, date }));
    ctx.body = succeed<ReconciliationMessage>(presentReconciliation(record, clock.realNow()));
  });
}

function dayOf(cursor: string): ChannelDay {
  const end = cursor.indexOf('_');
  return { date: cursor.slice(0, end), channelId: cursor.slice(end + 1) };
}
