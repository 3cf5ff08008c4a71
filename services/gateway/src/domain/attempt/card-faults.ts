import { isMistyped } from '@kassa/contracts';

/** `number`: its check digit is wrong. `expiry`: the card has expired. */
export type CardFault = 'number' | 'expiry';

/** No time zone is further behind UTC. A card is valid until its last month has ended everywhere. */
const FURTHEST_BEHIND_MS = 12 * 60 * 60 * 1000;

/** Returns what is certainly wrong with a card. A channel would decline it, which would cost the consumer an attempt. */
export function cardFaults(
  {
    number,
    expMonth,
    expYear,
  }: { readonly number: string; readonly expMonth: number; readonly expYear: number },
  now: Date,
): readonly CardFault[] {
  // Months count from zero, so this is the first day after the card's last month.
  const expiredFromMs = Date.UTC(expYear, expMonth, 1) + FURTHEST_BEHIND_MS;
  return [
    ...(isMistyped(number) ? (['number'] as const) : []),
    ...(now.getTime() >= expiredFromMs ? (['expiry'] as const) : []),
  ];
}
