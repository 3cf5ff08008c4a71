import { OperatorSettlementQuery, SettlementReport } from '../../settlement.ts';
import { answering, type EndpointGroup } from '../endpoint.ts';
import { exampleSettlement, exampleSettlementFiles } from '../examples.ts';
import { ofViewer } from './merchant-endpoints.ts';

export const reportSettlementOfMerchant = answering({
  ...ofViewer,
  id: 'reportSettlementOfMerchant',
  method: 'GET',
  path: '/admin/reports/settlement',
  summary: 'Settlement report of a merchant and day',
  description:
    'Returns the same report as the merchant gets at `/api/merchant/report/settlement`. All operators together can run two reports at a time; further calls are answered with RATE_LIMITED.',
  query: OperatorSettlementQuery,
  data: SettlementReport,
  files: exampleSettlementFiles,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'RATE_LIMITED'],
  examples: [
    { title: 'A day with a requested refund, an automatic refund and a dispute', data: exampleSettlement },
  ],
});

export const operatorReportGroup: EndpointGroup = {
  id: 'operations-reports',
  title: 'Merchants’ reports',
  description: 'A day’s totals, for `kassa-admin report`.',
  endpoints: [reportSettlementOfMerchant],
};
