import type { FieldError } from '@kassa/contracts';
import { readChannelId } from '../channel-account/channel-account.ts';
import type { Route } from './route.ts';

/**
 * The payment methods that routes name although their channel can never serve them. Such a route is a mistake, because it would
 * send payments nowhere. Channels of an unknown type are not checked.
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

/** The given codes that are not among the known codes, each with its position. */
export function unknownAmong(
  codes: readonly string[],
  known: readonly string[],
  path: string,
): readonly FieldError[] {
  return codes.flatMap((code, index) =>
    known.includes(code)
      ? []
      : [{ path: `${path}[${index}]`, message: `${code} is none of ${known.join(', ')}` }],
  );
}
