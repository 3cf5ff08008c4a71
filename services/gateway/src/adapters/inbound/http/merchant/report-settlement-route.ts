import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { answerSettlement, REPORTS_AT_A_TIME } from '../answer-settlement.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { limitRunning } from '../middleware/limit-running.ts';
import { orThrow } from '../refused-error.ts';
import { signedRoute } from './signed-route.ts';

/** Serves a merchant's settlement report, which says how its money moved on one day. */
export function reportSettlementRoute(router: Router, reportSettlement: ReportSettlement): void {
  const limit = limitRunning(REPORTS_AT_A_TIME, (ctx) => merchantRequestOf(ctx).merchant.merchantId);
  signedRoute(
    router,
    endpoints.reportSettlement,
    ({ ctx, merchant: { merchantId }, query: { date, format = 'json' } }) =>
      answerSettlement(ctx, merchantId, orThrow(reportSettlement.execute(merchantId, date)), format),
    limit,
  );
}
