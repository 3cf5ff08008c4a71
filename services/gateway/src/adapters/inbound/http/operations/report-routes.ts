import { compileValidator, OperatorSettlementQuery } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import type { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { answerSettlement, REPORTS_AT_A_TIME } from '../answer-settlement.ts';
import { limitRunning } from '../middleware/limit-running.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';

export interface ReportUseCases {
  readonly reportSettlement: ReportSettlement;
  readonly showMerchant: ShowMerchant;
}

const readQuery = compileValidator(OperatorSettlementQuery);

/** Reports, for `kassa-admin report`. */
export function reportRoutes(router: Router, { reportSettlement, showMerchant }: ReportUseCases): void {
  const limit = limitRunning(REPORTS_AT_A_TIME, () => 'operators');
  router.get('/reports/settlement', limit, async (ctx) => {
    const { merchant_id, date, format = 'json' } = orInvalid(readQuery(queryOf(ctx)));
    orThrow(await showMerchant.execute(merchant_id));
    await answerSettlement(ctx, merchant_id, orThrow(reportSettlement.execute(merchant_id, date)), format);
  });
}
