import { compileValidator, SettlementQuery } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { answerSettlement, REPORTS_AT_A_TIME } from '../answer-settlement.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { limitRunning } from '../middleware/limit-running.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';

const readQuery = compileValidator(SettlementQuery);

/** `GET /api/merchant/report/settlement`. */
export function reportSettlementRoute(router: Router, reportSettlement: ReportSettlement): void {
  const limit = limitRunning(REPORTS_AT_A_TIME, (ctx) => merchantRequestOf(ctx).merchant.merchantId);
  router.get('/api/merchant/report/settlement', limit, async (ctx) => {
    const { merchantId } = merchantRequestOf(ctx).merchant;
    const { date, format = 'json' } = orInvalid(readQuery(queryOf(ctx)));
    await answerSettlement(ctx, merchantId, orThrow(reportSettlement.execute(merchantId, date)), format);
  });
}
