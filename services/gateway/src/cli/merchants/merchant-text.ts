import {
  type CreatedMerchant,
  type Merchant,
  type MerchantKey,
  type MerchantListResult,
  merchantStateMeanings,
  type PaymentRoute,
} from '@kassa/contracts';
import { layOut, moreText, spokenDuration, table } from '@kassa/contracts/terminal';

/** Formats a merchant for people. */
export function merchantText(merchant: Merchant): string {
  const rows: [label: string, value: string][] = [
    ['Merchant', merchant.merchant_id],
    ['Name', merchant.name],
    ['State', stateText(merchant)],
    ['Webhooks to', webhookText(merchant)],
    ['Allowed from', merchant.ip_allow_list.join(', ') || 'any address'],
    ['Own pages at', merchant.allowed_origins.join('\n') || 'none: no page may show the cashier in a frame'],
    ['Colour', merchant.branding.accent_color ?? 'the cashier’s own'],
    ['Logo', merchant.branding.logo_path ?? 'none'],
    ['Orders valid', spokenDuration(merchant.order_validity_seconds)],
    [
      'Card numbers',
      merchant.may_take_card_numbers ? 'its own cashier may take them' : 'in the sandbox only',
    ],
    ['Routes', merchant.routes.map(routeText).join('\n') || 'the deployment’s'],
    [
      'Methods first',
      merchant.method_order.join(', ') || 'none: the cashier lists the methods grouped by channel',
    ],
    ['Since', merchant.created_at],
    ...merchant.keys.map((key): [string, string] => ['Key', keyText(key)]),
  ];
  return layOut(rows);
}

/** Describes a payment route in one line: its channel, and which payments use it. */
function routeText({ channel, methods, currencies, min_amount, max_amount }: PaymentRoute): string {
  return [
    channel,
    ...(methods === undefined ? [] : [methods.join(', ')]),
    ...(currencies === undefined ? [] : [`in ${currencies.join(', ')}`]),
    ...(min_amount === undefined ? [] : [`from ${min_amount}`]),
    ...(max_amount === undefined ? [] : [`up to ${max_amount}`]),
  ].join('  ');
}

function stateText({ state }: Merchant): string {
  return state === 'active' ? state : `${state}\n${merchantStateMeanings[state]}`;
}

function keyText({ key_id, state, revoked_at, fingerprint }: MerchantKey): string {
  const since = revoked_at === null ? '' : ` since ${revoked_at}`;
  return `${key_id}  ${state}${since}\nSHA-256 ${fingerprint}`;
}

export function merchantListText({ merchants, next }: MerchantListResult): string {
  if (merchants.length === 0) return 'No merchants.\n';
  const rows = merchants.map(({ merchant_id, name, state, created_at }) => [
    merchant_id,
    name,
    state,
    created_at,
  ]);
  return table(['Merchant', 'Name', 'State', 'Since'], rows) + moreText(next);
}

function webhookText({
  webhook_url,
  webhook_switched_off,
  previous_webhook_secret_ends_at: endsAt,
}: Merchant): string {
  const lines = [
    webhook_url,
    ...(webhook_switched_off ? ['switched off: it answered 410'] : []),
    ...(endsAt === null ? [] : [`two secrets sign each event; the previous one stops at ${endsAt}`]),
  ];
  return lines.join('\n');
}

/**
 * The answer to an operator who has created a merchant. It shows the merchant's webhook secret and, in production, the command
 * that approves the merchant.
 */
export function createdMerchantText(merchant: CreatedMerchant): string {
  const next =
    merchant.state === 'pending'
      ? ` Approve the merchant with: kassa-admin merchant approve ${merchant.merchant_id}`
      : '';
  return `Merchant created.${next}

${merchantText(merchant)}
Webhook secret, shown this once; hand it to the merchant safely:

  ${merchant.webhook_secret}
`;
}
