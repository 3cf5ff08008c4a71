/** Headers from any server: names in any case, values as strings or arrays. */
export type WebhookHeaders =
  | {
      /** The value of a header, like that of the Fetch API's `Headers`. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  /** Alternating names and values, like `rawHeaders` of `node:http`. */
  | readonly string[];

/** Every value of each header, in any of these formats; `names` in lower case. */
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
      // Compare lengths first: few headers have the length of a wanted name, so the others cost nothing.
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
