import type { FieldError } from '@kassa/contracts';
import { readChannelId } from '../channel-account/channel-account.ts';
import type { Route } from './route.ts';

/**
 * Methods of routes that their channel could never serve: slips of the pen, by which payments would go nowhere. Of a
 * channel whose type is not known nothing is said.
 *
 * @param servedBy codes of the methods that a type of channel can serve; none of a type that is not known
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

/** Codes that are none of those that are known, each at its place. */
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
