import type { FieldError } from '../envelope.ts';

/** A message that tells the user why a request was refused: its first line, and further lines below it. */
export interface FaultLines {
  readonly headline: string;
  readonly more: readonly string[];
}

/**
 * Describes to a user of the command line why the gateway refused a request. It names the option that is wrong, instead of the
 * member of the API request.
 *
 * @param optionOf returns the option or argument that sets a member of the request
 */
export function faultLines(
  message: string,
  fields: readonly FieldError[],
  optionOf: (path: string) => string,
): FaultLines {
  const faults = fields.map(({ path, message: fault }) => `${optionOf(path)} ${fault}`);
  return repeatsFirst(message, fields)
    ? { headline: `${faults[0]}.`, more: faults.slice(1) }
    : { headline: message, more: faults };
}

/**
 * Whether the gateway's message only repeats the first fault of the list. After that fault, the message may give the number of
 * further faults, as in `(and 2 more)`.
 */
function repeatsFirst(message: string, [first]: readonly FieldError[]): boolean {
  return (
    first !== undefined && message.replace(/ \(and \d+ more\)\.$/, '.') === `${first.path} ${first.message}.`
  );
}
