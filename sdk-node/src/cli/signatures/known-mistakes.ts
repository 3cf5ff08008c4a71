import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import { decodeStrictBase64, hashCanonicalBody, readSignedBody, verifyRequest } from '@kassa/contracts';
import type { RequestExplanation, RequestToSign } from './explain-request.ts';

/**
 * A common mistake in signing. To recognise it, the command builds the signed lines with this mistake and tests whether the
 * signature fits them.
 */
export interface KnownMistake {
  readonly was: string;
  readonly mend: string;
}

interface Variant extends KnownMistake {
  readonly lines: string;
}

/** Finds the common mistake that explains a wrong signature; undefined if no common mistake explains it. */
export function findMistake(
  request: RequestToSign,
  explanation: RequestExplanation,
  signature: string,
  publicKey: KeyObject,
): KnownMistake | undefined {
  const found = variantsOf(request, explanation).find(({ lines }) =>
    verifyRequest(lines, signature, publicKey),
  );
  return found ?? findOtherAlgorithm(explanation.lines, signature, publicKey);
}

function variantsOf(
  request: RequestToSign,
  { lines, bodyHash, canonicalBody }: RequestExplanation,
): Variant[] {
  const six = lines.split('\n');
  const [method = '', path = '', query = '', , timestamp = ''] = six;
  const withLine = (number: number, line: string) => six.with(number - 1, line).join('\n');
  const rawQuery = request.target.query;
  return [
    {
      lines: `${lines}\n`,
      was: 'The signed text ended with a line feed after the sixth line.',
      mend: 'Join the lines with \
, without one at the end.',
    },
    {
      lines: six.join('\r\n'),
      was: 'The lines were joined with \\r\\n.',
      mend: 'Join them with \
 only.',
    },
    {
      lines: six.filter((line) => line !== '').join('\n'),
      was: 'Empty lines were left out.',
      mend: 'Always sign six lines. If the request has no query or no body, leave that line empty.',
    },
    {
      lines: withLine(1, method.toLowerCase()),
      was: 'The method was signed in lower case.',
      mend: 'Sign the method in upper case, as sent.',
    },
    {
      lines: withLine(2, path.replace(/^\/api/, '')),
      was: 'The path was signed without /api.',
      mend: 'Sign the whole path, with /api.',
    },
    {
      lines: six.with(1, `${path}?${rawQuery}`).with(2, '').join('\n'),
      was: 'The query was signed as part of the path.',
      mend: 'The path is the second line, the sorted query the third.',
    },
    {
      lines: six.with(1, `${path}?${rawQuery}`).join('\n'),
      was: 'The path was signed with its query, although the query has its own line.',
      mend: 'The path is the second line, without the query.',
    },
    ...queryVariants(query, rawQuery).map(({ line, was, mend }) => ({ lines: withLine(3, line), was, mend })),
    {
      lines: withLine(5, timestamp.slice(0, 10)),
      was: 'The timestamp was signed in seconds.',
      mend: 'Sign the value of X-Timestamp, in milliseconds.',
    },
    ...bodyVariants(request.body, bodyHash, canonicalBody).map(({ line, was, mend }) => ({
      lines: withLine(4, line),
      was,
      mend,
    })),
  ];
}

/** A wrong version of one of the six signed lines, as a common mistake produces it. */
interface LineVariant extends KnownMistake {
  readonly line: string;
}

function queryVariants(query: string, rawQuery: string): LineVariant[] {
  return [
    {
      line: rawQuery,
      was: 'The parameters of the query were signed unsorted, as they were sent.',
      mend: 'Sort the query’s key=value pairs by key, then by value.',
    },
    {
      line: decoded(query),
      was: 'The query was percent-decoded before it was signed.',
      mend: 'Sign the pairs as sent.',
    },
    {
      line: `?${query}`,
      was: 'The query was signed with its question mark.',
      mend: 'Leave the question mark out.',
    },
  ];
}

function bodyVariants(
  body: Uint8Array | undefined,
  bodyHash: string,
  canonicalBody: string | null,
): LineVariant[] {
  if (body === undefined || canonicalBody === null) {
    return [
      {
        line: hashCanonicalBody(''),
        was: 'The hash of an empty string was signed for a request without a body.',
        mend: 'Without a body the fourth line is empty.',
      },
    ];
  }
  const text = Buffer.from(body).toString('utf8');
  const parsed: unknown = JSON.parse(text);
  return [
    {
      line: createHash('sha256').update(body).digest('hex'),
      was: 'The bytes of the body were hashed.',
      mend: 'Hash the canonical body: key=value pairs, sorted, joined with &.',
    },
    {
      line: bodyHash.toUpperCase(),
      was: 'The hash was written in upper case.',
      mend: 'Write the hash in lower-case hexadecimal.',
    },
    {
      line: Buffer.from(bodyHash, 'hex').toString('base64'),
      was: 'The hash was written in Base64.',
      mend: 'Write the hash in lower-case hexadecimal.',
    },
    {
      line: canonicalBody,
      was: 'The canonical body itself was signed.',
      mend: 'Sign its SHA-256.',
    },
    {
      line: '',
      was: 'The line of the body was left empty, although the request has a body.',
      mend: 'Sign the SHA-256 of the canonical body.',
    },
    {
      line: hashOf(JSON.stringify(parsed)),
      was: 'Numbers were serialised again: 10.00 became 10.',
      mend: 'Sign the body that you send, with its numbers exactly as written in it.',
    },
    {
      line: hashCanonicalBody(inOrderOfBody(canonicalBody, parsed)),
      was: 'The key=value pairs were not sorted by key; they were left in the order in which the body has them.',
      mend: 'Sort the body’s key=value pairs by key, comparing UTF-8 bytes.',
    },
    {
      line: hashCanonicalBody(canonicalBody.replaceAll(/(^|&)data\./g, '$1')),
      was: 'Only the content of "data" was signed.',
      mend: 'Sign the whole body, including the "data" wrapper, so that the keys start with "data.".',
    },
  ];
}

/**
 * Returns the hash of a request body, as the signed lines contain it. For an invalid body, returns the word `none`, which never
 * equals a real hash.
 */
function hashOf(text: string): string {
  const reading = readSignedBody(Buffer.from(text, 'utf8'));
  return reading.kind === 'read' ? hashCanonicalBody(reading.body.canonical) : 'none';
}

function inOrderOfBody(canonicalBody: string, parsed: unknown): string {
  const pairs = new Map(canonicalBody.split('&').map((pair) => [pair.split('=', 1)[0] ?? '', pair]));
  return keysInOrder(parsed, '')
    .flatMap((key) => pairs.get(key) ?? [])
    .join('&');
}

function keysInOrder(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => keysInOrder(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([name, member]) =>
    keysInOrder(member, path === '' ? name : `${path}.${name}`),
  );
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}

/** Finds out whether the sender signed the right lines, but with another algorithm. */
function findOtherAlgorithm(
  lines: string,
  signature: string,
  publicKey: KeyObject,
): KnownMistake | undefined {
  const bytes = decodeStrictBase64(signature);
  if (bytes === undefined) return undefined;
  const data = Buffer.from(lines, 'utf8');
  const mend = 'Sign with RSASSA-PKCS1-v1_5 and SHA-256 (SHA256WithRSA).';
  const holds = (digest: string, padding: number) => verify(digest, data, { key: publicKey, padding }, bytes);
  if (holds('sha256', constants.RSA_PKCS1_PSS_PADDING)) return { was: 'It was signed with RSA-PSS.', mend };
  if (holds('sha1', constants.RSA_PKCS1_PADDING)) return { was: 'It was signed with SHA-1.', mend };
  if (holds('sha512', constants.RSA_PKCS1_PADDING)) return { was: 'It was signed with SHA-512.', mend };
  return undefined;
}
