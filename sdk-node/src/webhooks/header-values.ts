/**
 * The headers of a request, in any form in which a server provides them. Names may be in upper or lower case, and values may be
 * strings or arrays.
 */
export type WebhookHeaders =
  | {
      /** The value of a header, as the Fetch API's `Headers` returns it. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  /** A list in which names and values alternate, like `rawHeaders` of `node:http`. */
  | readonly string[];

/**
 * Finds every value of each named header, in whatever form the server provides the headers.
 *
 * @param names in lower case
 */
export function headerValues(headers: WebhookHeaders, names: readonly string[]): string[][] {
  if (isFetchHeaders(headers)) {
    return names.map((name) => {
      const value = headers.get(name);
      return value === null ? [] : [value];
    });
  }
  const found: string[][] = names.map(() => []);
  const take = (name: string, value: string | readonly string[] | undefined): void => {
    for (let index = 0; index < names.length; index += 1) {
      // Compare the lengths of the names first. That is cheap, and most headers have a name of another length.
      if (names[index]?.length !== name.length || names[index] !== name.toLowerCase()) continue;
      if (typeof value === 'string') found[index]?.push(value);
      else if (value !== undefined) found[index]?.push(...value);
    }
  };
  if (Array.isArray(headers)) takeList(headers, take);
  else for (const name of Object.keys(headers ?? {})) take(name, (headers as HeaderRecord)[name]);
  return found;
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

function takeList(
  items: readonly (string | readonly [string, string])[],
  take: (name: string, value: string) => void,
): void {
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string') take(item[0], item[1]);
    else if (index % 2 === 0) {
      const value = items[index + 1];
      if (typeof value === 'string') take(item, value);
    }
  }
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return (
    typeof headers === 'object' && headers !== null && 'get' in headers && typeof headers.get === 'function'
  );
}
