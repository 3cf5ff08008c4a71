import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { FindMerchants } from '../../../../application/merchants/find-merchants.ts';
import { ReportSettlement } from '../../../../application/payments/report-settlement.ts';
import { answerSettlement, REPORTS_AT_A_TIME } from '../answer-settlement.ts';
import type { InstancesOf } from '../instances-of.ts';
import { limitRunning } from '../middleware/limit-running.ts';
import { orThrow } from '../refused-error.ts';
import { type Call, route } from '../route.ts';

export const reportUseCases = {
  reportSettlement: ReportSettlement,
  findMerchants: FindMerchants,
};
export type ReportUseCases = InstancesOf<typeof reportUseCases>;

/** Reports, for `kassa-admin report`. */
export function reportRoutes(router: Router, { reportSettlement, findMerchants }: ReportUseCases): void {
  const limit = limitRunning(REPORTS_AT_A_TIME, () => 'operators');
  const answer = async ({ ctx, query }: Call<typeof endpoints.reportSettlementOfMerchant>) => {
    const { merchant_id, date, format = 'json' } = query;
    orThrow(await findMerchants.find(merchant_id));
    return answerSettlement(ctx, merchant_id, orThrow(reportSettlement.execute(merchant_id, date)), format);
  };
  route(router, endpoints.reportSettlementOfMerchant, answer, limit);
}
