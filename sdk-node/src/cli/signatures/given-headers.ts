import { CliError } from '../cli-error.ts';

/** Headers as somebody gave them; names in lower case. */
export type GivenHeaders = ReadonlyMap<string, string>;

/**
 * Reads `Name: value`, as `curl -v`, browsers and logs show headers. Other lines of such a text, like the
 * request line, are passed over.
 *
 * @throws {CliError} for an option that is no header, and for a header that stands twice
 */
export function readHeaders(options: readonly string[], fileText: string): GivenHeaders {
  const headers = new Map<string, string>();
  const add = (name: string, value: string) => {
    if (headers.has(name)) throw new CliError('usage', `The header ${name} stands twice.`);
    headers.set(name, value);
  };
  for (const option of options) {
    const header = readHeader(option);
    if (header === undefined)
      throw new CliError('usage', `"${option}" is no header. Write it as "Name: value".`);
    add(...header);
  }
  for (const line of fileText.split(/\r?\n/)) {
    const header = readHeader(line);
    if (header !== undefined) add(...header);
  }
  return headers;
}

function readHeader(line: string): [name: string, value: string] | undefined {
  const match = /^[<>]?\s*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/.exec(line);
  if (match === null) return undefined;
  const [, name = '', value = ''] = match;
  return [name.toLowerCase(), value];
}
