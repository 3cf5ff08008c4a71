import { type FieldError, SUCCESS_CODE } from '@kassa/contracts';
import type { AttemptResult } from './attempt-failure.ts';

const EXCERPT_LENGTH = 200;

/**
 * Reads an answer of the gateway. It ignores unknown members, so that it understands newer gateways. If the answer does not
 * have the gateway's envelope, something else answered, such as a proxy; the result is then a `foreign_answer`.
 */
export function readAnswer(
  response: Response,
  text: string,
  ownLines: string,
  /** The media type of the file that the caller requested; undefined if the caller did not request a file. */
  fileType?: string,
): AttemptResult {
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (fileType !== undefined && response.ok && mediaType === fileType) return { kind: 'file', text };
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const serverTimeMs = readDate(response.headers.get('date'));
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), serverTimeMs ?? Date.now());
  const envelope = parseObject(text);

  if (envelope !== undefined && response.ok && envelope.code === SUCCESS_CODE) {
    const data = asObject(envelope.data);
    if (data !== undefined) return { kind: 'success', data };
  }
  const error = asObject(envelope?.error);
  const name = envelope?.msg;
  const number = envelope?.code;
  if (!response.ok && error !== undefined && typeof name === 'string' && typeof number === 'number') {
    return {
      kind: 'refused',
      httpStatus: response.status,
      name,
      number,
      detail: asText(error.detail) ?? '',
      fields: readFields(error.fields),
      retryable: error.retryable === true,
      requestId: asText(error.request_id) ?? requestId,
      serverLines: asText(asObject(error.debug)?.string_to_sign),
      ownLines,
      retryAfterMs,
      serverTimeMs,
    };
  }
  return {
    kind: 'foreign_answer',
    httpStatus: response.status,
    requestId,
    contentType: response.headers.get('content-type') ?? 'no content type',
    location: response.headers.get('location') ?? undefined,
    excerpt: text.slice(0, EXCERPT_LENGTH).replace(/\s+/g, ' ').trim(),
    retryAfterMs,
  };
}

/**
 * Returns the wait that a `Retry-After` header asks for, in milliseconds. The header contains a number of seconds or a date
 * (RFC 9110, section 10.2.3).
 */
function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header) * 1000;
  const date = readDate(header);
  return date === undefined ? undefined : Math.max(0, date - nowMs);
}

function readDate(header: string | null): number | undefined {
  const timeMs = Date.parse(header ?? '');
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Record<string, unknown>;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readFields(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const field = asObject(item);
    const path = asText(field?.path);
    const message = asText(field?.message);
    return path === undefined || message === undefined ? [] : [{ path, message }];
  });
}
