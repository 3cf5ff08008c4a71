import { compileValidator, OperatorSettlementQuery } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ShowMerchant } from '../../../../application/merchants/show-merchant.ts';
import type { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { answerSettlement } from '../answer-settlement.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';

export interface ReportUseCases {
  readonly reportSettlement: ReportSettlement;
  readonly showMerchant: ShowMerchant;
}

const readQuery = compileValidator(OperatorSettlementQuery);

/** Reports, for `kassa-admin report`. */
export function reportRoutes(router: Router, { reportSettlement, showMerchant }: ReportUseCases): void {
  router.get('/reports/settlement', async (ctx) => {
    const { merchant_id, date, format = 'json' } = orInvalid(readQuery(queryOf(ctx)));
    orThrow(await showMerchant.execute(merchant_id));
    await answerSettlement(ctx, merchant_id, orThrow(reportSettlement.execute(merchant_id, date)), format);
  });
}
