import type { FieldError } from '@kassa/contracts';
import { readChannelId } from '../channel-account/channel-account.ts';
import type { Route } from './route.ts';

/**
 * Returns the payment methods in routes that the route's channel can never serve. Such a route is a mistake, because its
 * payments could go nowhere. Routes to a channel of an unknown type are not checked.
 *
 * @param servedBy codes of the methods that a channel type can serve; empty for an unknown type
 */
export function methodsNotServed(
  routes: readonly Route[],
  servedBy: (channelType: string) => readonly string[],
): readonly FieldError[] {
  return routes.flatMap(({ channel, methods }, index) => {
    const served = servedBy(readChannelId(channel).channelType);
    return served.length === 0 ? [] : unknownAmong(methods ?? [], served, `routes[${index}].methods`);
  });
}

/** Returns a field error for each of the given codes that is unknown. The error names the position of the code in the list. */
export function unknownAmong(
  codes: readonly string[],
  known: readonly string[],
  path: string,
): readonly FieldError[] {
  return codes.flatMap((code, index) =>
    known.includes(code)
      ? []
      : [{ path: `${path}[${index}]`, message: `${code} is not one of ${known.join(', ')}` }],
  );
}
