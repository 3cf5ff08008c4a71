import { createHash } from 'node:crypto';
import { type BodyRefusal, type JsonNode, type JsonObjectNode, readStrictJson } from './strict-json.ts';

/**
 * The canonical body of a signed request (interface, section 5.1; decisions, section 3): the JSON tree
 * flattened to `key=value` pairs, sorted by key path in UTF-8 byte order, joined with `&`.
 */

export interface SignedBody {
  /** The canonical text, for example `amount=10.00&currency_code=USD`. */
  readonly canonical: string;
  /**
   * The body as plain data, as it was signed: members that are null are left out, numbers are doubles.
   * Objects have no prototype, so that a member named `constructor` is nothing special.
   */
  readonly value: Readonly<Record<string, unknown>>;
  /** The source text of the number at a path such as `products[0].price`, or undefined. */
  numberText(path: string): string | undefined;
}

export type SignedBodyReading = { readonly kind: 'read'; readonly body: SignedBody } | BodyRefusal;

/** Reads a request body strictly and canonicalises it; refuses with a reason fit for the sender. */
export function readSignedBody(bytes: Uint8Array): SignedBodyReading {
  const reading = readStrictJson(bytes);
  if (reading.kind === 'refused') return reading;
  const { root } = reading;

  const pairs: Pair[] = [];
  const numbers = new Map<string, string>();
  flattenMembers(root, '', pairs, numbers);
  pairs.sort(byKeyBytes);
  return {
    kind: 'read',
    body: {
      canonical: pairs.map(([key, value]) => `${key}=${value}`).join('&'),
      value: toPlainObject(root),
      numberText: (path) => numbers.get(path),
    },
  };
}

/** Lower-case hexadecimal SHA-256 of the canonical text in UTF-8: the fourth signed line. */
export function hashCanonicalBody(canonical: string): string {
  return createHash('sha256').update(canonical, 'utf8').digest('hex');
}

type Pair = readonly [key: string, value: string];

function flatten(node: JsonNode, path: string, pairs: Pair[], numbers: Map<string, string>): void {
  switch (node.kind) {
    case 'object':
      if (!hasMembers(node)) pairs.push([path, '{}']);
      else flattenMembers(node, `${path}.`, pairs, numbers);
      return;
    case 'array':
      if (node.items.length === 0) pairs.push([path, '[]']);
      for (const [index, item] of node.items.entries()) flatten(item, `${path}[${index}]`, pairs, numbers);
      return;
    case 'string':
      pairs.push([path, encodeText(node.value)]);
      return;
    case 'number':
      pairs.push([path, node.source]);
      numbers.set(path, node.source);
      return;
    case 'boolean':
      pairs.push([path, String(node.value)]);
      return;
    case 'null':
      return;
  }
}

function flattenMembers(
  node: JsonObjectNode,
  prefix: string,
  pairs: Pair[],
  numbers: Map<string, string>,
): void {
  for (const [name, member] of node.members) flatten(member, prefix + encodeKey(name), pairs, numbers);
}

/** An object whose members are all null is, canonically, an empty one. */
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

function encodeKey(name: string): string {
  return name.replace(/[%&=.[\]]/g, (character) => keyEncodings[character] ?? character);
}

function encodeText(text: string): string {
  // Written literally, these two strings could not be told from an empty object and an empty array.
  if (text === '{}') return '%7B}';
  if (text === '[]') return '%5B]';
  return text.replace(/[%&]/g, (character) => keyEncodings[character] ?? character);
}

function byKeyBytes([left]: Pair, [right]: Pair): number {
  return compareUtf8(left, right);
}

/** Compares in UTF-8 byte order, which differs from JavaScript's UTF-16 order beyond the basic plane. */
function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      // Surrogates (D800–DFFF) stand for code points above every other UTF-16 unit.
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
