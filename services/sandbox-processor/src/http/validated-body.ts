import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Context } from 'koa';
import type { Static, TSchema } from 'typebox';
import { ApiError } from './api-error.ts';
import { readBody } from './read-body.ts';

const ajv = new Ajv();

/** Returns a function that reads the JSON body of a call and checks it against a schema. An empty body counts as `{}`. */
export function bodyReader<Schema extends TSchema>(
  schema: Schema,
): (context: Context) => Promise<Static<Schema>> {
  const isValid: ValidateFunction<Static<Schema>> = ajv.compile<Static<Schema>>(schema);
  return async (context) => {
    const body = parse(await readBody(context));
    if (isValid(body)) return body;
    throw new ApiError('invalid_request', explain(isValid.errors?.[0]));
  };
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    // Do not repeat the parser's message: it quotes the body, which may contain a card number.
    throw new ApiError('invalid_request', 'The body is not valid JSON.');
  }
}

/** Names the invalid member and the rule that it breaks. The member's value is left out, because it may be a card number. */
function explain(error: ErrorObject | undefined): string {
  const path = error?.instancePath.slice(1).replaceAll('/', '.') || 'body';
  if (error?.keyword === 'additionalProperties') return `${path} has a member that is not known here.`;
  return `${path} ${error?.message ?? 'is not valid'}.`;
}
