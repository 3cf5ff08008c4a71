import type { ChannelNotification } from '../../../../ports/channel-callback.ts';

/** The members of a notification whose values are objects, including amounts of money. */
const objects: ReadonlySet<string> = new Set([
  'amount',
  'card',
  'failure',
  'paid',
  'reason',
  'report',
  'result',
  'returned',
]);
const wholeNumbers: ReadonlySet<string> = new Set(['amountMinor', 'expMonth', 'expYear']);
/** Matches the names of members that are either true or absent. */
const marks = /^(is|may|shows)[A-Z]/;

/**
 * Returns the name of the first member whose type is wrong for a notification; undefined if all types are right. A channel
 * copies values from the processor's messages, and a processor may one day send types that it does not document.
 */
export function misformedMember(notification: ChannelNotification): string | undefined {
  if (notification.kind !== 'refund' || notification.channelReference !== undefined) {
    return firstMisformed(notification);
  }
  // This member may be missing only in a report about a refund.
  const { channelReference: _, ...rest } = notification;
  return firstMisformed(rest);
}

function firstMisformed(object: object): string | undefined {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (isObjectOf(name, value)) {
      const inside = firstMisformed(value);
      if (inside !== undefined) return `${name}.${inside}`;
    } else if (!isLeafOf(name, value)) {
      return name;
    }
  }
  return undefined;
}

function isObjectOf(name: string, value: unknown): value is object {
  return objects.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLeafOf(name: string, value: unknown): boolean {
  if (wholeNumbers.has(name)) return Number.isSafeInteger(value) && Number(value) >= 0;
  if (value === null) return name === 'card';
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (value === undefined) return name !== 'channelReference';
  return value === true ? marks.test(name) : typeof value === 'string';
}
