import { faultLines, jsonText, printable } from '@kassa/contracts/terminal';
import type { CliError } from './cli-error.ts';

/**
 * For each field of a request, the option or argument of `kassa-admin` that sets it. Error messages name the option, because
 * users do not see the field.
 */
const optionNames: Readonly<Record<string, string>> = {
  about: '--about',
  accent_color: '--accent-color',
  advance_seconds: '<duration>',
  after: '--after',
  allowed_origins: '<origin>',
  amount: '--amount',
  attempt_id: '--attempt',
  case_id: '<case-id>',
  channel_type: '<channel-type>',
  corrects: '--corrects',
  date: '--date',
  dispute: '<dispute>',
  event_ids: '<event-id>',
  force: '--force',
  format: '--format',
  ip_allow_list: '--ip-allow',
  keep_previous_hours: '--keep-hours',
  kind: '--kind',
  limit: '--limit',
  logo: '--logo',
  looked_at: '--looked-at',
  may_take_card_numbers: '--card-numbers',
  merchant_id: '--merchant',
  merchant_transaction_id: '<order>',
  method_order: '<method>',
  name: '--name',
  not_by_hand: '--not-by-hand',
  note: '--note',
  order_id: '<order-id>',
  order_validity_seconds: '--validity',
  outcome: '<outcome>',
  payment: '--payment',
  public_key: '--public-key',
  routes: '--file',
  since: '--since',
  to: '<time>',
  to_next_due: '--to-next-due',
  webhook_secret: '--secret-file',
  webhook_url: '--webhook-url',
  what: '<what>',
};

/**
 * For some commands, the options or arguments that set a field of the request. They take the place of the entries in
 * `optionNames`.
 */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'merchant allow-list': { ip_allow_list: '<address>' },
  'merchant rename': { name: '<name>' },
  'merchant validity': { order_validity_seconds: '<duration>' },
  'webhooks set-url': { webhook_url: '<url>' },
};

/**
 * Returns the option or argument of `kassa-admin` that sets a field of a request. If none sets it, returns the field's path.
 *
 * @param command the words of the command, such as `webhooks set-url`
 */
export function optionOf(path: string, command: string): string {
  const member = path.replace(/\[\d+\]$/, '');
  return exceptions[command]?.[member] ?? optionNames[member] ?? path;
}

/** Describes an error as text. It names the options of the command line, not the fields of the request. */
export function errorText({ message, errorName, fields, requestId }: CliError, command: string): string {
  const { headline, more } = faultLines(message, fields, (path) => optionOf(path, command));
  const lines = [
    `error: ${errorName === null ? '' : `${errorName}: `}${headline}`,
    ...more.map((line) => `  ${line}`),
    ...(requestId === null ? [] : [`  (request ${requestId})`]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

export function errorJson({ message, errorName, fields, requestId, outcome }: CliError): string {
  const error = { outcome, name: errorName, detail: message, fields, request_id: requestId };
  return jsonText({ error });
}
