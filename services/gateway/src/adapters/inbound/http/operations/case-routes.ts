import {
  CaseListQuery,
  type CaseListResult,
  compileValidator,
  ResumedCase,
  SettleCaseRequest,
  type SettledCase,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListCases } from '../../../../application/operator/list-cases.ts';
import type { ResumeParkedWork } from '../../../../application/operator/resume-parked-work.ts';
import type { SettleCase } from '../../../../application/operator/settle-case.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid } from '../request-reading.ts';
import { presentCase } from './order-presenter.ts';

export interface CaseUseCases {
  readonly listCases: ListCases;
  readonly settleCase: SettleCase;
  readonly resumeParkedWork: ResumeParkedWork;
}

const readListQuery = compileValidator(CaseListQuery);
const readSettle = compileValidator(SettleCaseRequest);
const readResume = compileValidator(ResumedCase);

/** Orders and callbacks that are looked at; more than so many cases are not worked off by hand. */
const MOST_LOOKED_AT = 500;

/** What waits for the operator, for `kassa-admin cases …`. */
export function caseRoutes(router: Router, useCases: CaseUseCases): void {
  router.get('/cases', async (ctx) => {
    const { kind } = orInvalid(readListQuery({ ...ctx.query }));
    const cases = await useCases.listCases.execute(MOST_LOOKED_AT);
    ctx.body = succeed<CaseListResult>({
      cases: cases.filter((listed) => kind === undefined || listed.kind === kind).map(presentCase),
      has_more: cases.length >= MOST_LOOKED_AT,
    });
  });

  router.post('/cases/settle', async (ctx) => {
    const { case_id, note } = orInvalid(readSettle(jsonBodyOf(ctx)));
    const { orderId } = orThrow(await useCases.settleCase.execute(case_id, note));
    ctx.body = succeed<SettledCase>({ case_id, order_id: orderId });
  });

  router.post('/cases/resume', async (ctx) => {
    const { case_id } = orInvalid(readResume(jsonBodyOf(ctx)));
    orThrow(await useCases.resumeParkedWork.execute(case_id));
    ctx.body = succeed<ResumedCase>({ case_id });
  });
}
