import { faultLines, jsonText, printable } from '@kassa/contracts/terminal';
import { type CliError, exitCodes } from '../cli-error.ts';
import type { Colours } from './colours.ts';

/** For each member of a request, the command-line option that sets it. */
const optionNames: Readonly<Record<string, string>> = {
  after: '--after',
  amount: '--amount',
  cancel_url: '--cancel-url',
  created_from: '--since',
  created_to: '--until',
  currency_code: '--currency',
  'customer.full_name': '--customer-name',
  description: '--description',
  event_ids: '<event-id>',
  event_type: '--event-type',
  limit: '--limit',
  merchant_transaction_id: '--transaction-id',
  order_id: '<order>',
  original_transaction_id: '<payment>',
  reason: '--reason',
  redirect_url: '--redirect-url',
  refund_time: '--refund-time',
  remark: '--remark',
  since: '--since',
  state: '--state',
  transactionId: '<id>',
  transaction_id: '--transaction-id',
  until: '--until',
};

/** Formats an error for people. It names command-line options instead of members of the API request. */
export function errorText({ message, details }: CliError, colours: Colours): string {
  const { errorName, fields = [], whatToDo, requestId, remarks = [] } = details;
  const name = errorName === undefined ? '' : `${colours.bold(printable(errorName))}: `;
  const { headline, more: faults } = faultLines(message, fields, optionOf);
  const more = [...faults, ...(whatToDo === undefined || whatToDo === '' ? [] : [whatToDo]), ...remarks];
  const lines = [
    `${colours.red('error:')} ${name}${printable(headline)}`,
    ...more.map((line) => `  ${printable(line)}`),
    ...(requestId === undefined ? [] : [colours.dim(`  (request ${printable(requestId)})`)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Formats an error for scripts, as one JSON document. */
export function errorJson({ message, outcome, details }: CliError): string {
  const error = {
    outcome,
    exit_code: exitCodes[outcome].code,
    name: details.errorName ?? null,
    detail: message,
    fields: details.fields ?? [],
    what_to_do: details.whatToDo || null,
    remarks: details.remarks ?? [],
    request_id: details.requestId ?? null,
  };
  return jsonText({ error });
}

function optionOf(path: string): string {
  return optionNames[path.replace(/\[\d+\]$/, '')] ?? path;
}
