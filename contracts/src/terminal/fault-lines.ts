import type { FieldError } from '../envelope.ts';

/** What a message about a refused request says first, and the lines that follow. */
export interface FaultLines {
  readonly headline: string;
  readonly more: readonly string[];
}

/**
 * A refusal in words of the command line and not of the interface behind it.
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

/** The gateway's message about a malformed request is its first fault, and how many more there are. */
function repeatsFirst(message: string, [first]: readonly FieldError[]): boolean {
  return (
    first !== undefined && message.replace(/ \(and \d+ more\)\.$/, '.') === `${first.path} ${first.message}.`
  );
}
