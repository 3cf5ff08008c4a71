import type { FieldError } from '../envelope.ts';

/** A message about a refused request: its first line, and the lines below it. */
export interface FaultLines {
  readonly headline: string;
  readonly more: readonly string[];
}

/**
 * Describes why a request was refused. It names command-line options instead of members of the API request.
 *
 * @param optionOf the option or argument that a member of the request came from
 */
export function faultLines(
  message: string,
  fields: readonly FieldError[],
  optionOf: (path: string) => string,
): FaultLines {
  const told = fields.map(({ path, message: fault }) => `${optionOf(path)} ${fault}`);
  return repeatsFirst(message, fields)
    ? { headline: `${told[0]}.`, more: told.slice(1) }
    : { headline: message, more: told };
}

/** Whether the message only repeats the first fault, with the number of further faults. The gateway writes such messages. */
function repeatsFirst(message: string, [first]: readonly FieldError[]): boolean {
  return (
    first !== undefined && message.replace(/ \(and \d+ more\)\.$/, '.') === `${first.path} ${first.message}.`
  );
}
