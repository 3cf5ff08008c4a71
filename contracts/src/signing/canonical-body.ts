import { createHash } from 'node:crypto';
import { type BodyRefusal, type JsonNode, type JsonObjectNode, readStrictJson } from './strict-json.ts';

/**
 * The canonical body of a signed request (section 5.1 of the interface specification that Kassa implements): the JSON tree
 * flattened to `key=value` pairs, sorted by key path in UTF-8 byte order, joined with `&`.
 */

export interface SignedBody {
  /** The canonical string, for example `amount=10.00&currency_code=USD`. */
  readonly canonical: string;
  /**
   * The signed body as plain data. Members that are null are left out, and numbers are doubles. The objects have no prototype,
   * so that a body can have a member with any name, such as `constructor`.
   */
  readonly value: Readonly<Record<string, unknown>>;
  /** Returns the source text of the number at a path such as `products[0].price`. Returns undefined if there is no number. */
  numberText(path: string): string | undefined;
}

export type SignedBodyReading = { readonly kind: 'read'; readonly body: SignedBody } | BodyRefusal;

/**
 * Maximum size of the canonical string in bytes of UTF-8. It is needed because a long key is repeated for each element below
 * it: a body of 64 KiB could grow to many megabytes before anything is verified. Valid bodies stay below the limit, because
 * their keys are short and escaping at most triples the size of a string.
 */
export const MAX_CANONICAL_BYTES = 262_144;

/**
 * Parses a request body strictly and builds its canonical string. If the body is refused, the result says why, in words for the
 * sender.
 */
export function readSignedBody(bytes: Uint8Array): SignedBodyReading {
  const reading = readStrictJson(bytes);
  if (reading.kind === 'refused') return reading;
  const { root } = reading;

  const flattening = new Flattening();
  flattening.addMembers(root, '');
  const canonical = flattening.isTooLong ? undefined : flattening.joinSorted();
  if (canonical === undefined || Buffer.byteLength(canonical) > MAX_CANONICAL_BYTES) {
    const reason = `the body is larger than ${MAX_CANONICAL_BYTES} bytes when flattened for signing`;
    return { kind: 'refused', fault: 'canonical_too_large', reason, path: '' };
  }
  return { kind: 'read', body: new ReadBody(canonical, root, flattening.numbers) };
}

/**
 * Returns the SHA-256 hash of the canonical string in UTF-8, in lower-case hexadecimal. It is the fourth of the six lines that
 * a merchant signs for a request.
 */
export function hashCanonicalBody(canonical: string): string {
  return createHash('sha256').update(canonical, 'utf8').digest('hex');
}

class ReadBody implements SignedBody {
  readonly canonical: string;
  readonly #root: JsonObjectNode;
  readonly #numbers: ReadonlyMap<string, string>;
  /** The signed body as plain data. It is built on first use, because a client that only signs a body never uses it. */
  #value: Readonly<Record<string, unknown>> | undefined;

  constructor(canonical: string, root: JsonObjectNode, numbers: ReadonlyMap<string, string>) {
    this.canonical = canonical;
    this.#root = root;
    this.#numbers = numbers;
  }

  get value(): Readonly<Record<string, unknown>> {
    this.#value ??= toPlainObject(this.#root);
    return this.#value;
  }

  numberText(path: string): string | undefined {
    return this.#numbers.get(path);
  }
}

type Pair = readonly [key: string, value: string];

/** Collects the `key=value` pairs of a JSON tree and joins them into the canonical string. */
class Flattening {
  readonly numbers = new Map<string, string>();
  /**
   * Length of the canonical string so far, in UTF-16 units. In UTF-8, the string has at least this many bytes. So if this
   * length exceeds the limit in bytes, the string does too.
   */
  #length = 0;
  readonly #pairs: Pair[] = [];
  #hasSurrogateKeys = false;

  addMembers(node: JsonObjectNode, prefix: string): void {
    for (const [name, member] of node.members) {
      if (surrogate.test(name)) this.#hasSurrogateKeys = true;
      this.#add(member, prefix + encodeKey(name));
    }
  }

  /**
   * Whether the canonical string is already longer than the limit. Further pairs are then not collected, because the body is
   * refused anyway.
   */
  get isTooLong(): boolean {
    return this.#length > MAX_CANONICAL_BYTES;
  }

  #add(node: JsonNode, path: string): void {
    if (this.isTooLong) return;
    switch (node.kind) {
      case 'object':
        if (!hasMembers(node)) this.#addPair(path, '{}');
        else this.addMembers(node, `${path}.`);
        return;
      case 'array':
        if (node.items.length === 0) this.#addPair(path, '[]');
        for (const [index, item] of node.items.entries()) this.#add(item, `${path}[${index}]`);
        return;
      case 'string':
        this.#addPair(path, canonicalText(node.value));
        return;
      case 'number':
        this.#addPair(path, node.source);
        this.numbers.set(path, node.source);
        return;
      case 'boolean':
        this.#addPair(path, String(node.value));
        return;
      case 'null':
        return;
    }
  }

  #addPair(key: string, value: string): void {
    const separators = this.#pairs.length === 0 ? 1 : 2;
    this.#length += key.length + value.length + separators;
    this.#pairs.push([key, value]);
  }

  joinSorted(): string {
    // Keys are sorted in UTF-8 byte order. JavaScript's own comparison is much faster, and gives the same order unless a key
    // contains surrogates.
    const compare = this.#hasSurrogateKeys ? compareUtf8 : compareUnits;
    this.#pairs.sort((left, right) => compare(left[0], right[0]));
    let joined = '';
    for (const [key, value] of this.#pairs) joined += joined === '' ? `${key}=${value}` : `&${key}=${value}`;
    return joined;
  }
}

const surrogate = /[\uD800-\uDFFF]/;

/** Whether an object has a member that is not null. An object with only null members is signed as an empty object. */
function hasMembers(node: JsonObjectNode): boolean {
  for (const member of node.members.values()) if (member.kind !== 'null') return true;
  return false;
}

const keyEncodings: Readonly<Record<string, string>> = {
  '%': '%25',
  '&': '%26',
  '=': '%3D',
  '.': '%2E',
  '[': '%5B',
  ']': '%5D',
};

const specialInKeys = /[%&=.[\]]/;
const specialInTexts = /[%&]/;

function encodeKey(name: string): string {
  // Most names and strings contain no character that must be escaped. Test this first, because the test is faster than the
  // replacement.
  if (!specialInKeys.test(name)) return name;
  return name.replace(/[%&=.[\]]/g, (character) => keyEncodings[character] ?? character);
}

/** Escapes a string for the canonical body. */
export function canonicalText(text: string): string {
  // The strings `{}` and `[]` are escaped, because unescaped they would look like an empty object and an empty array.
  if (text === '{}') return '%7B}';
  if (text === '[]') return '%5B]';
  if (!specialInTexts.test(text)) return text;
  return text.replace(/[%&]/g, (character) => keyEncodings[character] ?? character);
}

function compareUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares strings in UTF-8 byte order. JavaScript compares in UTF-16 order, which differs for characters beyond U+FFFF. */
function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      // A surrogate (D800–DFFF) is half of a character beyond U+FFFF. In UTF-8 byte order, such characters come after all
      // others.
      const aIsSurrogate = (a & 0xf800) === 0xd800;
      const bIsSurrogate = (b & 0xf800) === 0xd800;
      if (aIsSurrogate !== bIsSurrogate) return aIsSurrogate ? 1 : -1;
      return a - b;
    }
  }
  return left.length - right.length;
}

function toPlainObject(node: JsonObjectNode): Record<string, unknown> {
  const plain: Record<string, unknown> = Object.create(null);
  for (const [name, member] of node.members) {
    if (member.kind !== 'null') plain[name] = toPlain(member);
  }
  return plain;
}

function toPlain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return toPlainObject(node);
    case 'array':
      return node.items.map(toPlain);
    case 'number':
      return Number(node.source);
    case 'string':
    case 'boolean':
      return node.value;
    case 'null':
      return null;
  }
}
