import { Type } from 'typebox';
import {
  ReconcileRequest,
  Reconciliation,
  ReconciliationList,
  ReconciliationListQuery,
} from '../../reconciliation.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import { exampleAttemptId, exampleOrderId } from '../examples.ts';
import { ofOperator, ofViewer } from './merchant-endpoints.ts';

const summary = {
  channel: 'Sandbox',
  date: '2026-11-21',
  state: 'done',
  at: '2026-11-22T04:00:31.000Z',
  final: true,
  detail: null,
  counts: { missing_here: 0, missing_there: 0, amount: 1, state: 0 },
} as const;

const example: Reconciliation = {
  ...summary,
  differences: [
    {
      kind: 'amount',
      subject: 'payment',
      reference: exampleAttemptId,
      order_id: exampleOrderId,
      channel_reference: 'sbx_pay_1',
      here: { amount: '10.50', currency_code: 'USD', state: 'succeeded', at: '2026-11-21T09:31:12.480Z' },
      there: { amount: '10.51', currency_code: 'USD', state: 'succeeded', at: '2026-11-21T09:31:12.300Z' },
      detail: null,
    },
  ],
  pending_count: 0,
  pending: [],
  agreed: [{ subject: 'payment', currency_code: 'USD', count: 120, sum: '1250.00' }],
  agreed_across_days: 1,
  foreign: 0,
  account_fees: [{ currency_code: 'USD', count: 1, sum: '-15.00' }],
};

export const reconcileDay = taking({
  ...ofOperator,
  id: 'reconcileDay',
  method: 'POST',
  path: '/admin/reconciliations',
  summary: 'Reconcile one channel for one day',
  description:
    'Starts the reconciliation unless it is already running. Answers with the result if it is ready within ten seconds; otherwise `state` is `running`, and you query it later. You can repeat the call; the latest result is kept.',
  body: ReconcileRequest,
  data: Reconciliation,
  errors: ['INVALID_REQUEST', 'CHANNEL_NOT_FOUND'],
  examples: [
    {
      title: 'A payment whose amount differs at the channel',
      body: { channel: 'Sandbox', date: '2026-11-21' },
      data: example,
    },
  ],
});

export const listReconciliations = answering({
  ...ofViewer,
  id: 'listReconciliations',
  method: 'GET',
  path: '/admin/reconciliations',
  summary: 'List reconciliations',
  description: 'Latest day first, in pages.',
  query: ReconciliationListQuery,
  data: ReconciliationList,
  errors: ['INVALID_REQUEST'],
  examples: [{ title: 'One day', data: { reconciliations: [summary], next: null } }],
});

export const showReconciliation = answering({
  ...ofViewer,
  id: 'showReconciliation',
  method: 'GET',
  path: '/admin/reconciliations/{channelId}/{date}',
  summary: 'Show the result for one channel and one day',
  description: 'Returns the latest reconciliation of the channel for this day, with every difference.',
  pathParameters: {
    channelId: { schema: Type.String({ examples: ['Sandbox'] }), description: 'The channel’s name.' },
    date: { schema: Type.String({ examples: ['2026-11-21'] }), description: 'The day, `YYYY-MM-DD`.' },
  },
  data: Reconciliation,
  errors: ['NOT_FOUND'],
  examples: [{ title: 'A payment whose amount differs at the channel', data: example }],
});

/** Endpoints that compare channels' books with the gateway's books, for `kassa-admin reconcile`. */
export const reconciliationGroup: EndpointGroup = {
  id: 'operations-reconciliation',
  title: 'Reconciliation',
  description: 'Compare each channel’s own books of a day with the gateway’s books.',
  endpoints: [reconcileDay, listReconciliations, showReconciliation],
};
