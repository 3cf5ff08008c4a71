import type { FailedDelivery, FailedDeliveryList, RotatedSecret } from '@kassa/contracts';
import { moreText, table } from '@kassa/contracts/terminal';
import { merchantText } from '../merchants/merchant-text.ts';

export function failedDeliveriesText({ deliveries, next }: FailedDeliveryList): string {
  if (deliveries.length === 0) return 'No delivery was given up.\n';
  const rows = deliveries.map((delivery) => [
    delivery.event_id,
    delivery.event_type,
    delivery.merchant_id,
    delivery.failed_at ?? '',
    String(delivery.tries),
    reasonOf(delivery),
  ]);
  return table(['Event', 'Type', 'Merchant', 'Last tried', 'Tries', 'Why'], rows) + moreText(next);
}

function reasonOf({ http_status, error }: FailedDelivery): string {
  return http_status === null ? (error ?? '') : `answered ${http_status}`;
}

/**
 * The answer to an operator who has rotated a merchant's webhook secret. It shows the new secret, and the time until which
 * webhooks are also signed with the previous secret.
 */
export function rotatedSecretText(merchant: RotatedSecret): string {
  const endsAt = merchant.previous_webhook_secret_ends_at;
  const previous =
    endsAt === null
      ? 'Webhooks are no longer signed with the previous secret.'
      : `Until ${endsAt}, webhooks are also signed with the previous secret; end this earlier with \`webhooks retire-secret\`.`;
  return `New secret. ${previous}

${merchantText(merchant)}
Webhook secret, shown this once; hand it to the merchant safely:

  ${merchant.webhook_secret}
`;
}
