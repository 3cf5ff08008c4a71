/**
 * A strict JSON reader for signed bodies (decisions, section 3.1). One pass over the text yields the tree
 * that is both verified and validated, with each number's source text: `10.00` is signed as `10.00`, and
 * amounts are computed from that text.
 *
 * Why not `JSON.parse` or a library: both accept duplicate keys (or only equal ones), lose `__proto__`,
 * let lone surrogates pass and have no bounds. What is signed has to be exactly what is acted upon.
 */

export type JsonNode =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly source: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' };

export type JsonObjectNode = Extract<JsonNode, { kind: 'object' }>;

/** Bounds of a signed body (decisions, section 3.1). */
export const bodyLimits = { maxBytes: 65_536, maxDepth: 8, maxLeaves: 512 } as const;

export type StrictJsonReading =
  | { readonly kind: 'read'; readonly root: JsonObjectNode }
  | { readonly kind: 'refused'; readonly reason: string; readonly path: string };

/** Reads the bytes of a request body; refuses with a reason fit for the sender. */
export function readStrictJson(bytes: Uint8Array): StrictJsonReading {
  if (bytes.byteLength > bodyLimits.maxBytes) {
    return { kind: 'refused', reason: `the body is larger than ${bodyLimits.maxBytes} bytes`, path: '' };
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { kind: 'refused', reason: 'the body is not valid UTF-8', path: '' };
  }
  if (text.startsWith('\uFEFF')) {
    return { kind: 'refused', reason: 'the body starts with a byte order mark', path: '' };
  }
  try {
    return { kind: 'read', root: new Reader(text).readDocument() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', reason: error.reason, path: error.path };
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Leaves the recursion of the reader; never leaves this module. */
class Refusal extends Error {
  readonly reason: string;
  readonly path: string;
  constructor(reason: string, path: string) {
    super(reason);
    this.reason = reason;
    this.path = path;
  }
}

const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** A run of characters that stand for themselves inside a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a string.
const plainRun = /[^"\\\u0000-\u001F]*/y;
const whitespace = /[ \t\n\r]*/y;
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;
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
    if (this.#text[this.#at] !== '{') this.#refuse('the body must be a JSON object');
    const root = this.#readObject(1);
    this.#skipWhitespace();
    if (this.#at < this.#text.length) this.#refuse('there is text after the JSON object');
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
      if (this.#text[this.#at] !== '"') this.#refuse('a member name was expected');
      const name = this.#readString();
      this.#path.push(`.${name}`);
      if (name === '__proto__') this.#refuse('the member name __proto__ is not allowed');
      if (members.has(name)) this.#refuse('the member stands twice');
      this.#skipWhitespace();
      if (!this.#take(':')) this.#refuse('a colon was expected after the member name');
      this.#skipWhitespace();
      members.set(name, this.#readValue(depth + 1));
      this.#path.pop();
      this.#skipWhitespace();
      if (this.#take('}')) return { kind: 'object', members };
      if (!this.#take(',')) this.#refuse('a comma or the end of the object was expected');
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
      // Left out like a null member, it would shift its neighbours' positions; so it is refused.
      if (item.kind === 'null') this.#refuse('null is not allowed inside an array');
      items.push(item);
      this.#path.pop();
      this.#skipWhitespace();
      if (this.#take(']')) return { kind: 'array', items };
      if (!this.#take(',')) this.#refuse('a comma or the end of the array was expected');
      this.#skipWhitespace();
    }
  }

  #readString(): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      value += this.#match(plainRun);
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === '\\') value += this.#readEscape();
      else if (next === undefined) this.#refuse('a string does not end');
      else this.#refuse('a control character stands unescaped in a string');
    }
    this.#at += 1;
    if (loneSurrogate.test(value)) this.#refuse('a string holds half of a surrogate pair');
    return value;
  }

  #readEscape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9A-Fa-f]{4}$/.test(hex)) this.#refuse('a \\u escape needs four hexadecimal digits');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const character = escapes[letter];
    if (character === undefined) this.#refuse('a string holds an unknown escape');
    this.#at += 2;
    return character;
  }

  #readNumber(): JsonNode {
    const source = this.#match(numberToken);
    if (source === '') {
      this.#refuse(this.#at < this.#text.length ? 'a value was expected' : 'the body ends too early');
    }
    return { kind: 'number', source };
  }

  #readWord(word: string, node: JsonNode): JsonNode {
    if (!this.#text.startsWith(word, this.#at)) this.#refuse('a value was expected');
    this.#at += word.length;
    return node;
  }

  #enter(depth: number): void {
    if (depth > bodyLimits.maxDepth) this.#refuse(`the body is nested deeper than ${bodyLimits.maxDepth}`);
    this.#at += 1;
  }

  #countLeaf(): void {
    this.#leaves += 1;
    if (this.#leaves > bodyLimits.maxLeaves) {
      this.#refuse(`the body has more than ${bodyLimits.maxLeaves} values`);
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(token: RegExp): string {
    token.lastIndex = this.#at;
    const matched = token.exec(this.#text)?.[0] ?? '';
    this.#at += matched.length;
    return matched;
  }

  #skipWhitespace(): void {
    const code = this.#text.charCodeAt(this.#at);
    // Bodies are mostly written without white space, so the pattern runs only where there is some.
    if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.#match(whitespace);
  }

  #refuse(reason: string): never {
    throw new Refusal(reason, this.#path.join('').replace(/^\./, '').slice(0, 256));
  }
}
