import type { FieldError } from '../envelope.ts';

/** The first line of a message about a refused request, and the lines below it. */
export interface FaultLines {
  readonly headline: string;
  readonly more: readonly string[];
}

/**
 * Describes a refusal in terms of the command line instead of the API.
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

/** The gateway's message about a malformed request names the first fault and the number of further faults. */
function repeatsFirst(message: string, [first]: readonly FieldError[]): boolean {
  return (
    first !== undefined && message.replace(/ \(and \d+ more\)\.$/, '.') === `${first.path} ${first.message}.`
  );
}
