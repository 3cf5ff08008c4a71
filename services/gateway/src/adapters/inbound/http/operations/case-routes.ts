import {
  CaseListQuery,
  type CaseListResult,
  compileValidator,
  ResumedCase,
  SettleCaseRequest,
  type SettledCase,
  succeed,
  type UndeliveredWebhooks,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { CountUndelivered, Undelivered } from '../../../../application/events/count-undelivered.ts';
import type { ListCases } from '../../../../application/operator/list-cases.ts';
import type { ResumeParkedWork } from '../../../../application/operator/resume-parked-work.ts';
import type { SettleCase } from '../../../../application/operator/settle-case.ts';
import type { WaitingPosition } from '../../../../ports/order-repository.ts';
import { jsonBodyOf } from '../json-body.ts';
import { pageSizeOf } from '../page-size.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentCase } from './order-presenter.ts';

export interface CaseUseCases {
  readonly listCases: ListCases;
  readonly countUndelivered: CountUndelivered;
  readonly settleCase: SettleCase;
  readonly resumeParkedWork: ResumeParkedWork;
}

const readListQuery = compileValidator(CaseListQuery);
const readSettle = compileValidator(SettleCaseRequest);
const readResume = compileValidator(ResumedCase);

const MOST_NAMED = 20;

/** What waits for the operator, for `kassa-admin cases …`. */
export function caseRoutes(router: Router, useCases: CaseUseCases, audit: AuditTrail): void {
  router.get('/cases', async (ctx) => {
    const query = orInvalid(readListQuery(queryOf(ctx)));
    const [{ cases, next }, undelivered] = await Promise.all([
      useCases.listCases.execute({
        kind: query.kind ?? null,
        after: query.after === undefined ? null : positionOf(query.after),
        limit: pageSizeOf(query.limit),
      }),
      useCases.countUndelivered.execute(),
    ]);
    ctx.body = succeed<CaseListResult>({
      cases: cases.map(presentCase),
      next: next && cursorOf(next),
      webhooks: presentUndelivered(undelivered),
    });
  });

  router.post('/cases/settle', async (ctx) => {
    const { case_id, note } = orInvalid(readSettle(jsonBodyOf(ctx)));
    const { orderId, refund } = await audit.change(
      ctx,
      { action: 'cases.settle', about: [case_id], details: { note } },
      () => useCases.settleCase.execute(case_id, note),
      (settled) => [settled.orderId],
    );
    ctx.body = succeed<SettledCase>({ case_id, order_id: orderId, refund_state: refund?.state ?? null });
  });

  router.post('/cases/resume', async (ctx) => {
    const { case_id } = orInvalid(readResume(jsonBodyOf(ctx)));
    await audit.change(ctx, { action: 'cases.resume', about: [case_id] }, () =>
      useCases.resumeParkedWork.execute(case_id),
    );
    ctx.body = succeed<ResumedCase>({ case_id });
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
