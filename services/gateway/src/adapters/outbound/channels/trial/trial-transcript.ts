import { isCardNumber } from '@kassa/contracts';
import { parse } from 'csv-parse/sync';

/** A line of the transcript of a trial. */
export type TranscriptLine =
  | {
      readonly kind: 'trial';
      readonly channelType: string;
      readonly trialId: string;
      readonly startedAt: string;
      /** The credentials that identify the account, such as a merchant account. They are not secret. */
      readonly names?: Readonly<Record<string, string>>;
      /** The names of all credentials that were given. */
      readonly given?: readonly string[];
    }
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly path: string;
      readonly request: unknown;
      readonly status: number;
      readonly answer: unknown;
    }
  | { readonly kind: 'report'; readonly event: unknown; readonly notification: unknown }
  | {
      readonly kind: 'result';
      readonly name: string;
      readonly expected: string;
      readonly seen: string;
      readonly isAsExpected: boolean;
    };

const LEFT_OUT = '(left out)';
/** The names of members that can contain personal data, secrets or free text. */
const PERSONAL =
  /^(.*name|.*email.*|.*phone.*|line[12]|street|city|postal_?code|state|.*ip(_address)?|fingerprint|receipt_.*|.*secret.*|.*key.*|.*signature|description|statement_.*|seller_message|url|return_?url|.*address|client.*|sessionData|shopper.*)$/i;
/** Words and IDs, as opposed to texts. */
const WORD = /^[\p{L}\p{N}_.:+-]{1,80}$/u;
/** Matches the names of members that contain one of the processor's own reasons, without numbers. */
const REASON = /^(reason|refusalReason)$/;
const WORDS = /^[\p{L} ',.’-]{1,120}$/u;
/** A moment in a report. */
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const SECRET = /_secret_|^(sk|rk|pk|whsec)_/;

/** Removes secrets, personal data and free text from a value. Its structure, IDs, numbers and fixed words stay. */
export function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return isKept(value) ? value : LEFT_OUT;
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? cleanedMember(name, member) : cleaned(member),
    ]),
  );
}

function cleanedMember(name: string, text: string): string {
  if (PERSONAL.test(name)) return LEFT_OUT;
  return isKept(text) || (REASON.test(name) && WORDS.test(text)) ? text : LEFT_OUT;
}

/** Empties the cells of a report that can contain secrets, personal data or free text. */
function cleanedReport(csv: string): string {
  const [header = [], ...rows] = parse(csv, { bom: true, relax_column_count: true }) as string[][];
  const cleanedRows = rows.map((row) =>
    row.map((cell, column) =>
      !PERSONAL.test(header[column] ?? '') && (isKept(cell) || MOMENT.test(cell)) ? cell : '',
    ),
  );
  return [header, ...cleanedRows].map((row) => row.join(',')).join('\n');
}

function isKept(text: string): boolean {
  return WORD.test(text) && !SECRET.test(text) && !isCardNumber(text);
}

/** Wraps `fetch`, so that each call and its answer are written to the transcript. Headers are never written. */
export function recordingFetch(
  send: typeof fetch,
  write: (line: Extract<TranscriptLine, { kind: 'call' }>) => void,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const response = await send(input, init);
    const answer = await response.clone().text();
    const isReport = response.headers.get('content-type')?.startsWith('text/csv') === true && response.ok;
    write({
      kind: 'call',
      method: init?.method ?? 'GET',
      path: url.pathname,
      request: cleaned(bodyOf(init?.body)),
      status: response.status,
      answer: isReport ? cleanedReport(answer) : cleaned(jsonOf(answer)),
    });
    return response;
  };
}

/** Answers calls from a transcript. Each recorded call is answered once, in the recorded order. */
export function replayingFetch(lines: readonly TranscriptLine[]): typeof fetch {
  const calls = lines.filter((line) => line.kind === 'call');
  const used = new Set<object>();
  return async (input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    const method = init?.method ?? 'GET';
    const call = calls.find((each) => !used.has(each) && each.method === method && each.path === pathname);
    if (call === undefined) throw new TypeError(`the transcript has no further ${method} ${pathname}`);
    used.add(call);
    const { answer, status } = call;
    return typeof answer === 'string'
      ? new Response(answer, { status, headers: { 'content-type': 'text/csv' } })
      : new Response(JSON.stringify(answer, withAddress), {
          ...{ status, headers: { 'content-type': 'application/json' } },
        });
  };
}

/**
 * Replaces the payment page's address, which the transcript leaves out, with an example address. Without a valid address there,
 * the gateway would not accept the processor's answer.
 */
function withAddress(name: string, value: unknown): unknown {
  return name === 'url' && value === LEFT_OUT ? 'https://left-out.example/' : value;
}

function bodyOf(body: unknown): unknown {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return null;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return text.startsWith('{') ? jsonOf(text) : Object.fromEntries(new URLSearchParams(text));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
