/**
 * A strict JSON reader for signed bodies. The gateway verifies and validates the same tree, so it acts on exactly what was
 * signed. Each number keeps its source text: `10.00` is signed as `10.00`, and amounts are computed from this text.
 *
 * `JSON.parse` and the available libraries are not strict enough. They accept duplicate keys (at least if the values are
 * equal), lose a member named `__proto__`, let lone surrogates pass, and have no limits.
 */

export type JsonNode =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export type JsonObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** Limits of a signed body. */
export const bodyLimits = { maxBytes: 65_536, maxDepth: 8, maxLeaves: 512 } as const;

/**
 * The reasons for which a body is refused. The test vectors name them, so that every implementation refuses for the same
 * reason.
 */
export type BodyFault =
  | 'too_large'
  | 'invalid_utf8'
  | 'byte_order_mark'
  | 'not_an_object'
  | 'syntax'
  | 'too_deep'
  | 'too_many_values'
  | 'duplicate_member'
  | 'forbidden_member'
  | 'lone_surrogate'
  | 'null_in_array'
  | 'canonical_too_large';

export interface BodyRefusal {
  readonly kind: 'refused';
  readonly fault: BodyFault;
  /** A sentence for the sender. */
  readonly reason: string;
  /** Path of the invalid member, such as `products[0].price`; empty for the whole body. */
  readonly path: string;
}

export type StrictJsonReading = { readonly kind: 'read'; readonly root: JsonObjectNode } | BodyRefusal;

/** Parses the bytes of a request body. If it refuses the body, the result says why, in words for the sender. */
export function readStrictJson(bytes: Uint8Array): StrictJsonReading {
  if (bytes.byteLength > bodyLimits.maxBytes) {
    return refuseBody('too_large', `the body is larger than ${bodyLimits.maxBytes} bytes`);
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuseBody('invalid_utf8', 'the body is not valid UTF-8');
  }
  if (text.startsWith('\uFEFF')) {
    return refuseBody('byte_order_mark', 'the body starts with a byte order mark');
  }
  try {
    return { kind: 'read', root: new Reader(text).readDocument() };
  } catch (error) {
    if (error instanceof Refusal) return refuseBody(error.fault, error.message, error.path);
    throw error;
  }
}

function refuseBody(fault: BodyFault, reason: string, path = ''): BodyRefusal {
  return { kind: 'refused', fault, reason, path };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Ends the parsing of a body that is refused. The parser is recursive, so it throws this error and catches it at the top. */
class Refusal extends Error {
  readonly fault: BodyFault;
  readonly path: string;
  constructor(fault: BodyFault, reason: string, path: string) {
    super(reason);
    this.fault = fault;
    this.path = path;
  }
}

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** A run of characters that need no escape inside a string: `unescaped` in the grammar of RFC 8259, section 7. */
const plainRun = /[\u0020-\u0021\u0023-\u005B\u005D-\uFFFF]*/y;
const whitespace = /[ \t\n\r]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  readonly #text: string;
  #at = 0;
  #leaves = 0;
  readonly #path: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  readDocument(): JsonObjectNode {
    this.#skipWhitespace();
    if (this.#text[this.#at] !== '{') this.#refuse('not_an_object', 'the body must be a JSON object');
    const root = this.#readObject(1);
    this.#skipWhitespace();
    if (this.#at < this.#text.length) this.#refuse('syntax', 'there is text after the JSON object');
    return root;
  }

  #readValue(depth: number): JsonNode {
    const first = this.#text[this.#at];
    if (first === '{') return this.#readObject(depth);
    if (first === '[') return this.#readArray(depth);
    this.#countLeaf();
    if (first === '"') return { kind: 'string', value: this.#readString() };
    if (first === 't') return this.#readWord('true', { kind: 'boolean', value: true });
    if (first === 'f') return this.#readWord('false', { kind: 'boolean', value: false });
    if (first === 'n') return this.#readWord('null', { kind: 'null' });
    return this.#readNumber();
  }

  #readObject(depth: number): JsonObjectNode {
    this.#enter(depth);
    const members = new Map<string, JsonNode>();
    this.#skipWhitespace();
    if (this.#take('}')) {
      this.#countLeaf();
      return { kind: 'object', members };
    }
    for (;;) {
      if (this.#text[this.#at] !== '"') this.#refuse('syntax', 'a member name was expected');
      const name = this.#readString();
      this.#path.push(`.${name}`);
      if (name === '__proto__') this.#refuse('forbidden_member', 'the member name __proto__ is not allowed');
      if (members.has(name)) this.#refuse('duplicate_member', 'the member appears twice');
      this.#skipWhitespace();
      if (!this.#take(':')) this.#refuse('syntax', 'a colon was expected after the member name');
      this.#skipWhitespace();
      members.set(name, this.#readValue(depth + 1));
      this.#path.pop();
      this.#skipWhitespace();
      if (this.#take('}')) return { kind: 'object', members };
      if (!this.#take(',')) this.#refuse('syntax', 'a comma or the end of the object was expected');
      this.#skipWhitespace();
    }
  }

  #readArray(depth: number): JsonNode {
    this.#enter(depth);
    const items: JsonNode[] = [];
    this.#skipWhitespace();
    if (this.#take(']')) {
      this.#countLeaf();
      return { kind: 'array', items };
    }
    for (;;) {
      this.#path.push(`[${items.length}]`);
      const item = this.#readValue(depth + 1);
      // A null member of an object is dropped. Dropping a null element of an array would shift the elements after it, so it is
      // refused.
      if (item.kind === 'null') this.#refuse('null_in_array', 'null is not allowed inside an array');
      items.push(item);
      this.#path.pop();
      this.#skipWhitespace();
      if (this.#take(']')) return { kind: 'array', items };
      if (!this.#take(',')) this.#refuse('syntax', 'a comma or the end of the array was expected');
      this.#skipWhitespace();
    }
  }

  #readString(): string {
    this.#at += 1;
    let value = '';
    let hasEscapes = false;
    for (;;) {
      value += this.#match(plainRun);
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === '\\') {
        hasEscapes = true;
        value += this.#readEscape();
      } else if (next === undefined) this.#refuse('syntax', 'a string is not terminated');
      else this.#refuse('syntax', 'a string contains an unescaped control character');
    }
    this.#at += 1;
    // A string decoded from UTF-8 has no lone surrogates. Only escapes such as `\ud800` can introduce them.
    if (hasEscapes && !value.isWellFormed()) {
      this.#refuse('lone_surrogate', 'a string contains half of a surrogate pair');
    }
    return value;
  }

  #readEscape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9A-Fa-f]{4}$/.test(hex)) this.#refuse('syntax', 'a \\u escape needs four hexadecimal digits');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const character = escapes[letter];
    if (character === undefined) this.#refuse('syntax', 'a string contains an unknown escape');
    this.#at += 2;
    return character;
  }

  #readNumber(): JsonNode {
    const source = this.#match(numberToken);
    if (source === '') {
      this.#refuse(
        'syntax',
        this.#at < this.#text.length ? 'a value was expected' : 'the body ends unexpectedly',
      );
    }
    return { kind: 'number', source };
  }

  #readWord(word: string, node: JsonNode): JsonNode {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('syntax', 'a value was expected');
    this.#at += word.length;
    return node;
  }

  #enter(depth: number): void {
    if (depth > bodyLimits.maxDepth)
      this.#refuse('too_deep', `the body is nested deeper than ${bodyLimits.maxDepth}`);
    this.#at += 1;
  }

  #countLeaf(): void {
    this.#leaves += 1;
    if (this.#leaves > bodyLimits.maxLeaves) {
      this.#refuse('too_many_values', `the body has more than ${bodyLimits.maxLeaves} values`);
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(token: RegExp): string {
    const start = this.#at;
    token.lastIndex = start;
    // `test` is used instead of `exec`, because `exec` would allocate an array for each token. `lastIndex` gives the end of the
    // match.
    if (token.test(this.#text)) this.#at = token.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  #skipWhitespace(): void {
    const code = this.#text.charCodeAt(this.#at);
    // Most bodies have no white space between tokens. So look at the next character first, and use the slower pattern only if
    // it is white space.
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.#match(whitespace);
  }

  #refuse(fault: BodyFault, reason: string): never {
    const path = this.#path.join('').replace(/^\./, '');
    throw new Refusal(fault, reason, path.slice(0, MAX_PATH_LENGTH).toWellFormed());
  }
}

/**
 * Maximum length of a member's path in an error message. Senders choose the names in a path, so a path can be very long. Its
 * first 256 characters are enough to find the member.
 */
const MAX_PATH_LENGTH = 256;
