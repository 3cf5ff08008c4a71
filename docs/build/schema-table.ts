import { type JsonSchema, nameOf, plain } from '@kassa/contracts/documents';
import { escapeHtml, inlineHtml } from './inline-markup.ts';
import { BASE } from './site-addresses.ts';

interface Row {
  /** Like `products[].price`. */
  readonly path: string;
  readonly depth: number;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/**
 * Maps the name of a message to the address of the page that lists the message's members. Tables on other pages link to this
 * page instead of repeating the members.
 */
export type MessagePlaces = ReadonlyMap<string, string>;

/**
 * Whether the reader of the page sends a message or receives it. A member that may be missing is called "optional" in messages
 * to send, and "sometimes" in messages to receive.
 */
export type Direction = 'sent' | 'answered';

const missingWords: Readonly<Record<Direction, string>> = { sent: 'optional', answered: 'sometimes' };

/** The members of an object, nested ones below their parent, as an HTML table. */
export function schemaTable(schema: object, places: MessagePlaces, direction: Direction): string {
  const rows = rowsOf(plain(schema), '', 0, places);
  if (rows.length === 0) return '';
  const body = rows.map((row) => rowHtml(row, places, direction)).join('\n');
  return `<div class="members" tabindex="0" role="group" aria-label="Members">
<table>
<thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>`;
}

function rowsOf(schema: JsonSchema, prefix: string, depth: number, places: MessagePlaces): Row[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix + name;
    const row = { path, depth, isRequired: required.includes(name), schema: member };
    const { inner, suffix } = innerObject(member);
    const isListedElsewhere = inner !== undefined && placeOf(inner, places) !== undefined;
    return inner === undefined || isListedElsewhere
      ? [row]
      : [row, ...rowsOf(inner, `${path}${suffix}.`, depth + 1, places)];
  });
}

/**
 * Returns the object that a member contains, so that the table can list the object's own members below the member. The member's
 * value is the object itself, a list of such objects, or either the object or null. Undefined if the member contains no object.
 */
function innerObject(schema: JsonSchema): { inner: JsonSchema | undefined; suffix: string } {
  if (schema.type === 'object' && schema.properties !== undefined) return { inner: schema, suffix: '' };
  if (schema.type === 'array') return { ...innerObject(schema.items as JsonSchema), suffix: '[]' };
  const choices = (schema.anyOf ?? []) as readonly JsonSchema[];
  return { inner: choices.find((choice) => choice.properties !== undefined), suffix: '' };
}

function placeOf(schema: JsonSchema, places: MessagePlaces) {
  const name = nameOf(schema);
  const place = name === undefined ? undefined : places.get(name);
  return name === undefined || place === undefined ? undefined : { name, place };
}

function rowHtml(
  { path, depth, isRequired, schema }: Row,
  places: MessagePlaces,
  direction: Direction,
): string {
  const mark = isRequired ? '' : `<span class="optional">${missingWords[direction]}</span>`;
  const { inner } = innerObject(schema);
  const elsewhere = inner && placeOf(inner, places);
  const facts = [
    typeof schema.description === 'string' ? inlineHtml(schema.description) : '',
    elsewhere ? `Its members: <a href="${BASE}${elsewhere.place}">${elsewhere.name}</a>.` : '',
    valuesOf(schema),
    boundsOf(schema),
    exampleOf(schema),
  ].filter((fact) => fact !== '');
  const last = path.split('.').at(-1) ?? path;
  const parents = path.slice(0, path.length - last.length);
  return `<tr><th scope="row" style="--depth:${depth}"><code><span class="parents">${escapeHtml(parents)}</span>${escapeHtml(last)}</code>${mark}</th><td>${typeOf(schema)}</td><td>${facts.join(' ')}</td></tr>`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return typeof schema.const;
  if (schema.enum !== undefined) {
    return [...new Set((schema.enum as readonly unknown[]).map((value) => typeof value))].join(' or ');
  }
  if (schema.anyOf !== undefined) {
    return [...new Set((schema.anyOf as readonly JsonSchema[]).map(typeOf))].join(' or ');
  }
  if (schema.type === 'array')
    return `list of ${typeOf(schema.items as JsonSchema)}s`.replace('or nulls', 'or null');
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function valuesOf(schema: JsonSchema): string {
  const single = (schema.items ?? schema) as JsonSchema;
  const choices = single.anyOf as readonly JsonSchema[] | undefined;
  const values = (single.enum ??
    choices?.flatMap((choice) => (choice.enum ?? []) as readonly unknown[]) ??
    []) as readonly unknown[];
  if (schema.const !== undefined) return `Always <code>${escapeHtml(String(schema.const))}</code>.`;
  if (values.length === 0) return '';
  return `One of ${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(', ')}.`;
}

function boundsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, description } = schema;
  const facts = [
    span(minLength, maxLength, 'characters'),
    span(minimum, maximum, ''),
    span(minItems, maxItems, 'entries'),
    // Show a member's pattern only if the member has no description, because a description explains the pattern in words.
    pattern !== undefined && description === undefined
      ? `Form: <code v-pre>${escapeHtml(String(pattern))}</code>.`
      : '',
  ];
  return facts.filter((fact) => fact !== '').join(' ');
}

function span(from: unknown, to: unknown, unit: string): string {
  const number = (value: unknown) => Number(value).toLocaleString('en-GB');
  const tail = unit === '' ? '' : ` ${unit}`;
  if (from !== undefined && to !== undefined) return `${number(from)} to ${number(to)}${tail}.`;
  if (to !== undefined) return `At most ${number(to)}${tail}.`;
  return from === undefined || from === 0 ? '' : `At least ${number(from)}${tail}.`;
}

function exampleOf({ examples, const: constant }: JsonSchema): string {
  const [example] = (examples ?? []) as readonly unknown[];
  if (example === undefined || constant !== undefined) return '';
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return `<span class="example">Example: <code v-pre>${escapeHtml(text)}</code></span>`;
}
