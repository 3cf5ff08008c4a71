import { openapiDocument } from '@kassa/contracts/documents';
import { allEndpoints, type Endpoint } from '@kassa/contracts/endpoints';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { HttpAnswer } from './http-call.ts';

/**
 * Checks every answer in the tests against the OpenAPI document: the endpoint must have the answer's status, and the body must
 * fit the schema for that status. A member that is not documented is a fault.
 */
export function expectDocumented({ call, status, headers, text }: HttpAnswer): void {
  const [path = ''] = call.target.split('?');
  const endpoint = allEndpoints.find(
    ({ method, path: template }) => method === call.method && fits(path, template),
  );
  if (endpoint === undefined) return;
  const at = `${endpoint.id} answered ${status}, which contracts/src/endpoints does not say: ${text}`;
  const mediaType = String(headers['content-type']).split(';')[0] ?? '';
  const validate = validatorOf(endpoint, status, mediaType);
  if (validate === undefined) expect.fail(at);
  expect(
    validate(mediaType === 'text/csv' ? text : JSON.parse(text)),
    `${at} ${JSON.stringify(validate.errors)}`,
  ).toBe(true);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[0-9]+$/);
}

function fits(path: string, template: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

type Node = { readonly [keyword: string]: unknown };

const document = closed(openapiDocument()) as Node & { paths: Record<string, Record<string, Operation>> };
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Node }>> }>
  >;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, ['date-time']);
ajv.addFormat('no-card-number', true);
ajv.addSchema({ ...document, $id: 'document' });

const validators = new Map<string, ValidateFunction | undefined>();

function validatorOf(
  { path, method }: Endpoint,
  status: number,
  mediaType: string,
): ValidateFunction | undefined {
  const key = `${method} ${path} ${status} ${mediaType}`;
  if (!validators.has(key)) validators.set(key, compile(path, method, status, mediaType));
  return validators.get(key);
}

function compile(
  path: string,
  method: string,
  status: number,
  mediaType: string,
): ValidateFunction | undefined {
  const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
  const content = contentOf(response?.content ?? {}, mediaType);
  if (content === undefined) return undefined;
  // References are relative to the document, so give them the name under which the whole document was added to the validator.
  const text = JSON.stringify(content.schema).replaceAll('"#/', '"document#/');
  return ajv.compile(JSON.parse(text));
}

/**
 * Returns the documented content for a media type. The document may name the type with parameters, such as a charset, so
 * compare it without them.
 */
function contentOf(content: Operation['responses'][string]['content'], mediaType: string) {
  const [, found] = Object.entries(content).find(([type]) => type.split(';')[0] === mediaType) ?? [];
  return found;
}

/**
 * Returns the schema with unknown members forbidden. The document allows them, because later versions may add members, but the
 * tested version has no others.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  // Close only the full schema of an object, which has required members. A part of an `allOf` that narrows it must stay open.
  const isWhole = inner.type === 'object' && 'properties' in inner && 'required' in inner;
  return isWhole ? { additionalProperties: false, ...inner } : inner;
}
