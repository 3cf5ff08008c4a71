import type { CreatedMerchant, Merchant, MerchantListResult } from '@kassa/contracts';
import { layOut, table } from './text-layout.ts';

/** A merchant, laid out for people. */
export function merchantText(merchant: Merchant): string {
  const rows: [label: string, value: string][] = [
    ['Merchant', merchant.merchant_id],
    ['Name', merchant.name],
    ['State', merchant.state],
    ['Webhooks to', webhookText(merchant)],
    ['Allowed from', merchant.ip_allow_list.join(', ') || 'any address'],
    ['Own pages at', merchant.allowed_origins.join('\n') || 'none: no page may frame the cashier'],
    ['Colour', merchant.branding.accent_color ?? 'the cashier’s own'],
    ['Logo', merchant.branding.logo_path ?? 'none'],
    ['Orders valid', durationText(merchant.order_validity_seconds)],
    ['Since', merchant.created_at],
    ...merchant.keys.map(({ key_id, state, fingerprint }): [string, string] => [
      'Key',
      `${key_id}  ${state}\nSHA-256 ${fingerprint}`,
    ]),
  ];
  return layOut(rows);
}

export function merchantListText({ merchants, next }: MerchantListResult): string {
  if (merchants.length === 0) return 'No merchants.\n';
  const rows = merchants.map(({ merchant_id, name, state, created_at }) => [
    merchant_id,
    name,
    state,
    created_at,
  ]);
  const more = next === null ? '' : `\nMore follow: --after ${next}\n`;
  return `${table(['Merchant', 'Name', 'State', 'Since'], rows)}${more}`;
}

function webhookText({
  webhook_url,
  webhook_switched_off,
  previous_webhook_secret_ends_at: endsAt,
}: Merchant): string {
  const lines = [
    webhook_url,
    ...(webhook_switched_off ? ['switched off: it answered 410'] : []),
    ...(endsAt === null ? [] : [`two secrets sign, the one before until ${endsAt}`]),
  ];
  return lines.join('\n');
}

/** What a newly created merchant's people need to know. */
export function createdMerchantText(merchant: CreatedMerchant): string {
  return `Merchant created.

${merchantText(merchant)}
Webhook secret, shown this once; hand it to the merchant safely:

  ${merchant.webhook_secret}
`;
}

function durationText(seconds: number): string {
  const minutes = seconds / 60;
  return Number.isInteger(minutes)
    ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    : `${seconds} seconds`;
}
