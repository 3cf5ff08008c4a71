import { canonicalText, hashCanonicalBody, readSignedBody } from '@kassa/contracts';
import { localRefusal } from '../errors/local-refusal.ts';
import { ExactNumber } from './exact-amount.ts';

export interface SignedBodyText {
  /** The JSON as sent. */
  readonly text: string;
  /** The SHA-256 hash of the body's canonical form. It is the fourth of the six lines that are signed for a request. */
  readonly bodyHash: string;
}

/**
 * Writes plain data as the JSON of a request and computes the hash that is signed. The JSON has the exact digits of each
 * number. Members that are undefined are left out.
 *
 * One pass over the data does both, because parsing the JSON again would double the cost. For a body that is large or has
 * unusual names, it uses the gateway's own parser instead, which gives the same hash.
 *
 * @throws {InvalidRequestError} for values that cannot be in a request (functions, bigints, NaN, class instances), and for
 * bodies that the gateway would refuse
 */
export function writeSignedBody(body: object): SignedBodyText {
  const walk = new Walk();
  const text = walk.writeObject(body, '', 1);
  const canonical = text.length > PLAIN_LENGTH ? undefined : walk.canonical();
  if (canonical !== undefined) return { text, bodyHash: hashCanonicalBody(canonical) };
  const reading = readSignedBody(Buffer.from(text, 'utf8'));
  if (reading.kind === 'refused') throw localRefusal('INVALID_REQUEST', reading.path, reading.reason);
  return { text, bodyHash: hashCanonicalBody(reading.body.canonical) };
}

/**
 * Maximum length, in UTF-16 code units, of a body that is hashed while it is written. Below this length, no body can exceed the
 * gateway's limits, however many bytes its characters take. Longer bodies go through the gateway's own parser.
 */
const PLAIN_LENGTH = 16_384;
const PLAIN_DEPTH = 6;
const PLAIN_VALUES = 256;
/**
 * Matches member names that need no escaping, neither in JSON nor in the canonical body. They consist of ASCII characters, so
 * sorting them by UTF-16 units gives the same result as sorting them by UTF-8 bytes.
 */
const plainName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

interface Pair {
  readonly path: string;
  readonly text: string;
}

class Walk {
  readonly #pairs: Pair[] = [];
  #isPlain = true;

  /**
   * Returns the canonical form of the body that was just written. Undefined for a body that needs the gateway's own parser, for
   * example because of an unusual member name.
   */
  canonical(): string | undefined {
    if (!this.#isPlain || this.#pairs.length > PLAIN_VALUES) return undefined;
    // The canonical body is sorted by UTF-8 bytes. JavaScript's string comparison gives the same order here, because all keys
    // are ASCII.
    this.#pairs.sort((left, right) => (left.path < right.path ? -1 : 1));
    let joined = '';
    for (const { path, text } of this.#pairs)
      joined += joined === '' ? `${path}=${text}` : `&${path}=${text}`;
    return joined;
  }

  writeObject(value: object, path: string, depth: number): string {
    if (depth > PLAIN_DEPTH) this.#isPlain = false;
    const before = this.#pairs.length;
    let members = '';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const at = path === '' ? name : `${path}.${name}`;
      const isPlain = plainName.test(name);
      if (!isPlain) this.#isPlain = false;
      const key = isPlain ? `"${name}":` : `${JSON.stringify(name)}:`;
      members += (members === '' ? key : `,${key}`) + this.#write(member, at, depth);
    }
    // The canonical body leaves out null members. So an object with only null members is signed as an empty object.
    if (this.#pairs.length === before && path !== '') this.#pairs.push({ path, text: '{}' });
    return `{${members}}`;
  }

  #write(value: unknown, path: string, depth: number): string {
    if (typeof value === 'string') {
      if (!value.isWellFormed()) this.#isPlain = false;
      this.#pairs.push({ path, text: canonicalText(value) });
      return JSON.stringify(value);
    }
    if (value instanceof ExactNumber) return this.#literal(path, value.text);
    if (typeof value === 'number' && Number.isFinite(value)) return this.#literal(path, String(value));
    if (typeof value === 'boolean') return this.#literal(path, String(value));
    if (value === null) return 'null';
    if (Array.isArray(value)) return this.#writeArray(value, path, depth + 1);
    if (typeof value === 'object' && isPlainObject(value)) return this.writeObject(value, path, depth + 1);
    throw localRefusal(
      'INVALID_REQUEST',
      path,
      'cannot be sent as JSON; use plain objects, strings and numbers',
    );
  }

  #literal(path: string, text: string): string {
    this.#pairs.push({ path, text });
    return text;
  }

  #writeArray(items: readonly unknown[], path: string, depth: number): string {
    if (depth > PLAIN_DEPTH) this.#isPlain = false;
    if (items.length === 0) this.#pairs.push({ path, text: '[]' });
    const texts = items.map((item, index) => {
      // Leave a body with null in an array to the gateway's own parser. It refuses such a body with a clear error, because
      // dropping the null would shift the elements after it.
      if (item === null) this.#isPlain = false;
      return this.#write(item, `${path}[${index}]`, depth);
    });
    return `[${texts.join(',')}]`;
  }
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
