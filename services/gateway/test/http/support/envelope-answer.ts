import { CONTRACT_VERSION, compileValidator, errorTable, FailureEnvelope } from '@kassa/contracts';
import { expect } from 'vitest';
import { expectDocumented } from './documented-answer.ts';
import type { HttpAnswer } from './http-call.ts';

const readFailure = compileValidator(FailureEnvelope);

/** An answer of the gateway, opened from its envelope. */
export interface EnvelopeAnswer extends HttpAnswer {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: FailureEnvelope['error'] | undefined;
}

/** Opens an answer's envelope. Checks what every answer must have, and what the OpenAPI document says of this endpoint. */
export function openEnvelope(answer: HttpAnswer): EnvelopeAnswer {
  const body = JSON.parse(answer.text) as Omit<EnvelopeAnswer, keyof HttpAnswer>;
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-contract-version']).toBe(CONTRACT_VERSION);
  expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{24}$/);
  if (body.msg === 'success') {
    expect([answer.status, body.code]).toEqual([200, 200]);
  } else {
    expectFailure(answer, body);
  }
  expectDocumented(answer);
  return { ...answer, ...body, error: body.error };
}

function expectFailure(answer: HttpAnswer, body: unknown): void {
  const reading = readFailure(body);
  if (reading.kind === 'invalid') expect.fail(`not an error envelope: ${answer.text}`);
  const { code, msg, error } = reading.value as FailureEnvelope;
  const definition = errorTable[msg];
  expect({ status: answer.status, code, retryable: error.retryable }).toEqual({
    status: definition.httpStatus,
    code: definition.code,
    retryable: definition.retryable,
  });
  expect(error.request_id).toBe(answer.headers['x-request-id']);
  expect(error.detail).toMatch(/^\S.*\.$/s);
  // An answer must not reveal the gateway's inside: no stack, no driver, no file and no library.
  expect(answer.text).not.toMatch(/ at .*:\d+:\d+|node_modules|\.ts\b|[Mm]ongo|E11000|Ajv|koa|undici/);
}

/** Returns the name and the invalid fields of a refusal, which most tests compare. */
export function refusalOf(answer: EnvelopeAnswer) {
  return { msg: answer.msg, fields: (answer.error?.fields ?? []).map(({ path }) => path) };
}
