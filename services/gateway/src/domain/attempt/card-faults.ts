import { isMistyped } from '@kassa/contracts';

/**
 * What is wrong with a card. `number`: the check digit of the card number is wrong. `expiry`: the card has expired. `network`:
 * the attempt does not accept the network that the consumer chose.
 */
export type CardFault = 'number' | 'expiry' | 'network';

interface CheckedCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly network?: string;
}

/**
 * The time zone furthest behind UTC is 12 hours behind it. A card stays valid until its last month has ended in that time zone
 * too.
 */
const FURTHEST_BEHIND_MS = 12 * 60 * 60 * 1000;

/**
 * Returns what is certainly wrong with a card. A channel would decline it, which would cost the consumer an attempt.
 *
 * @param cardBrands the brands that the attempt accepts
 */
export function cardFaults(
  { number, expMonth, expYear, network }: CheckedCard,
  cardBrands: readonly string[],
  now: Date,
): readonly CardFault[] {
  // `Date.UTC` counts months from 0, but a card counts them from 1. So `Date.UTC` returns the first day of the month after the
  // card's last month.
  const expiredFromMs = Date.UTC(expYear, expMonth, 1) + FURTHEST_BEHIND_MS;
  return [
    ...(isMistyped(number) ? (['number'] as const) : []),
    ...(now.getTime() >= expiredFromMs ? (['expiry'] as const) : []),
    ...(network !== undefined && !cardBrands.includes(network) ? (['network'] as const) : []),
  ];
}
