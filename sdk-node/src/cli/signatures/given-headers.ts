import { CliError } from '../cli-error.ts';

/** The headers that the user gave, by name in lower case. */
export type GivenHeaders = ReadonlyMap<string, string>;

/**
 * Reads headers written as `Name: value`, as `curl -v`, browsers and logs show them. Other lines, such as the request line, are
 * ignored.
 *
 * @throws {CliError} when an option is not a header, or a header appears twice
 */
export function readHeaders(options: readonly string[], fileText: string): GivenHeaders {
  const headers = new Map<string, string>();
  const add = (name: string, value: string) => {
    if (headers.has(name)) throw new CliError('usage', `The header ${name} appears twice.`);
    headers.set(name, value);
  };
  for (const option of options) {
    const header = readHeader(option);
    if (header === undefined)
      throw new CliError('usage', `"${option}" is not a header. Write it as "Name: value".`);
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
