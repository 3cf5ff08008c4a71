/** Headers as any server hands them over: any case, and values as text or arrays. */
export type WebhookHeaders =
  | {
      /** The value of a header, like that of the Fetch API's `Headers`. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[]
  /** Names and values in turn, like `rawHeaders` of `node:http`. */
  | readonly string[];

/** Every value of a header, whatever form the headers have; `name` in lower case. */
export function headerValues(headers: WebhookHeaders, name: string): string[] {
  if (isFetchHeaders(headers)) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  return headerPairs(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
}

type HeaderPair = readonly [name: string, value: string | readonly string[] | undefined];

function headerPairs(headers: Exclude<WebhookHeaders, { get(name: string): string | null }>): HeaderPair[] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {});
  const items: readonly (string | readonly [string, string])[] = headers;
  return items.flatMap((item, index): HeaderPair[] => {
    if (typeof item !== 'string') return [item];
    const value = items[index + 1];
    return index % 2 === 0 && typeof value === 'string' ? [[item, value]] : [];
  });
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return (
    typeof headers === 'object' && headers !== null && 'get' in headers && typeof headers.get === 'function'
  );
}
