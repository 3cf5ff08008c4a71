import { type AmountRefusal, currencyExponent, type FieldError, readAmount } from '@kassa/contracts';
import { readChannelId } from '../channel-account/channel-account.ts';
import type { Route } from './route.ts';

/**
 * Returns the faults of routes, each with its position; empty if all routes are valid. The caller must have validated the
 * routes against their JSON schema before.
 *
 * @param merchantId the merchant to whom the routes belong; null for the routes of the whole deployment, which may name the
 * accounts of all merchants
 */
export function refuseRoutes(routes: readonly Route[], merchantId: string | null): readonly FieldError[] {
  return routes.flatMap((route, index) =>
    faultsOf(route, merchantId).map(({ path, message }) => ({ path: `routes[${index}].${path}`, message })),
  );
}

function faultsOf(route: Route, merchantId: string | null): readonly FieldError[] {
  return [
    ...ownerFaults(route, merchantId),
    ...(route.currencies ?? []).flatMap((currency, index) =>
      currencyExponent(currency) === undefined
        ? [{ path: `currencies[${index}]`, message: 'is not a currency that can be charged' }]
        : [],
    ),
    ...boundFaults(route, 'min_amount', route.minAmount),
    ...boundFaults(route, 'max_amount', route.maxAmount),
    ...emptyRangeFaults(route),
  ];
}

function ownerFaults({ channel }: Route, merchantId: string | null): readonly FieldError[] {
  const { merchantId: owner } = readChannelId(channel);
  const isForeign = owner !== null && merchantId !== null && owner !== merchantId;
  return isForeign ? [{ path: 'channel', message: 'is an account of another merchant' }] : [];
}

function boundFaults(
  { currencies }: Route,
  path: 'min_amount' | 'max_amount',
  bound: string | null,
): readonly FieldError[] {
  if (bound === null) return [];
  if (currencies === null)
    return [{ path, message: 'needs currencies, because an amount means nothing without one' }];
  for (const currency of currencies) {
    const reading = readAmount(bound, currency, 'zero');
    // Do not report an unknown currency here, because the check of the route's currencies reports it.
    if (reading.kind === 'refused' && reading.reason !== 'unsupported_currency') {
      return [{ path, message: `is not an exact amount of ${currency}: ${reasons[reading.reason]}` }];
    }
  }
  return [];
}

const reasons: Readonly<Record<Exclude<AmountRefusal, 'unsupported_currency'>, string>> = {
  not_a_number: 'it must be a decimal number',
  not_positive: 'it must not be negative',
  too_many_decimals: 'it has too many decimals',
  too_many_digits: 'it has too many digits',
};

/** Returns a fault if the route's minimum amount exceeds its maximum amount, because no payment could take the route. */
function emptyRangeFaults({ currencies, minAmount, maxAmount }: Route): readonly FieldError[] {
  if (minAmount === null || maxAmount === null) return [];
  const isEmpty = (currencies ?? []).some((currency) => {
    const [lowest, highest] = [minAmount, maxAmount].map((bound) => readAmount(bound, currency, 'zero'));
    return (
      lowest?.kind === 'read' &&
      highest?.kind === 'read' &&
      lowest.money.amountMinor > highest.money.amountMinor
    );
  });
  return isEmpty ? [{ path: 'max_amount', message: 'must not be below min_amount' }] : [];
}
