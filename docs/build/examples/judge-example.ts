import * as contracts from '@kassa/contracts';
import {
  compileValidator,
  type ErrorName,
  errorTable,
  type FailureEnvelope,
  successEnvelope,
} from '@kassa/contracts';
import { plain } from '@kassa/contracts/documents';
import type { TSchema } from 'typebox';
import type { JsonBlock } from './json-blocks.ts';

/**
 * Names of members that occur only in Kassa’s messages. A JSON example that has one of them is checked as a message of Kassa.
 */
const telling = new Set([
  'merchant_transaction_id',
  'order_id',
  'orderId',
  'original_transaction_id',
  'event_type',
  'event_id',
  'msg',
  'pay_url',
  'currency_code',
]);

/** The fault of an example, or undefined. */
export function faultOf({ schema, text }: JsonBlock): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return schema === undefined || schema === 'none' ? undefined : `is no JSON: ${String(error)}`;
  }
  if (schema === 'none') return undefined;
  if (schema === undefined) {
    return looksLikeMessage(value)
      ? 'looks like a message. Name its schema: ```json schema=CreatePaymentRequest, or schema=none'
      : undefined;
  }
  return faultAgainst(schema, value);
}

function looksLikeMessage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => telling.has(name) || looksLikeMessage(member));
}

function faultAgainst(written: string, value: unknown): string | undefined {
  const schema = schemaOf(written);
  if (schema === undefined) return `names the schema ${written}, which @kassa/contracts does not export`;
  const validation = compileValidator(schema)(value);
  if (validation.kind === 'invalid') {
    const [first] = validation.fields;
    return `is no ${written}: ${first?.path || 'the whole'} ${first?.message}`;
  }
  return written === 'FailureEnvelope' ? faultOfFailure(value as FailureEnvelope) : undefined;
}

function faultOfFailure({ code, msg, error }: FailureEnvelope): string | undefined {
  const definition = errorTable[msg as ErrorName];
  if (code !== definition.code) return `has the number ${code}, but ${msg} is ${definition.code}`;
  return error.retryable === definition.retryable ? undefined : `has another \`retryable\` than ${msg}`;
}

/** `Name`, `Answer<…>` or `Part<…>`. */
function schemaOf(written: string): TSchema | undefined {
  const [, wrapper, inner = ''] = /^(Answer|Part)<(.+)>$/.exec(written) ?? [];
  if (wrapper === undefined) return exportedSchema(written);
  const schema = schemaOf(inner);
  if (schema === undefined) return undefined;
  return wrapper === 'Answer' ? answerOf(schema) : (partOf(schema) as TSchema);
}

function exportedSchema(name: string): TSchema | undefined {
  const exported: unknown = (contracts as Readonly<Record<string, unknown>>)[name];
  return typeof exported === 'object' && exported !== null && '~kind' in exported
    ? (exported as TSchema)
    : undefined;
}

function answerOf(data: TSchema): TSchema {
  return plain(successEnvelope(data)) as TSchema;
}

/**
 * Returns a schema in which every member is optional. An example may show only part of a message, but the members that it shows
 * must be valid.
 */
function partOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(partOf);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required: _, ...rest } = schema as { required?: unknown };
  return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, partOf(part)]));
}
