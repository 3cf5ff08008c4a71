/** An answer of the simulated Stripe. */
export interface Answer {
  readonly status: number;
  readonly body: object;
  readonly isLost?: boolean;
}

export const lockTimeout = refusal(429, {
  code: 'lock_timeout',
  message: 'This object cannot be accessed right now because another API request is accessing it.',
});

/** A page of a list. As at Stripe, the newest object is the first. */
export function pageOf(newestFirst: readonly { id?: string }[], query: URLSearchParams): object {
  const after = query.get('starting_after');
  const begin = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const end = begin + Number(query.get('limit') ?? 10);
  return { object: 'list', has_more: end < newestFirst.length, data: newestFirst.slice(begin, end) };
}

export function metadataOf(form: URLSearchParams): Record<string, string> {
  const members = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(members);
}

export function allowedTypesOf(form: URLSearchParams): readonly string[] {
  return [...form].flatMap(([name, type]) =>
    name.startsWith('allowed_payment_method_types[') ? [type] : [],
  );
}

export function refusal(status: number, error: object): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } } };
}

export function decline(error: object): Answer {
  return { status: 402, body: { error: { type: 'card_error', ...error } } };
}
