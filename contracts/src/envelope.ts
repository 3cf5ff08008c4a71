import { type Static, type TSchema, Type } from 'typebox';
import { type ErrorName, errorNames, errorTable } from './errors.ts';
import { Timestamp } from './field-schemas.ts';

/** The value of `code` in every successful answer (section 1 of the interface specification that Kassa implements). */
export const SUCCESS_CODE = 200;

export const FieldError = Type.Object(
  {
    path: Type.String({
      description: 'Path of the member, such as `products[0].price`; empty for the whole body.',
      examples: ['products[0].price'],
    }),
    message: Type.String({ description: 'What is wrong with it.', examples: ['must be a number'] }),
  },
  { additionalProperties: false, description: 'An invalid member.' },
);
export type FieldError = Static<typeof FieldError>;

export const ErrorInfo = Type.Object(
  {
    detail: Type.String({ description: 'One sentence that says what was wrong and what to check next.' }),
    fields: Type.Optional(Type.Array(FieldError)),
    retryable: Type.Boolean({
      description: 'Whether the same request can succeed when retried with a new signature.',
    }),
    request_id: Type.String({
      description: 'ID of the request, also in the `X-Request-Id` header; quote it in reports.',
    }),
    awaiting_result_until: Type.Optional({
      ...Timestamp,
      description:
        'With PAYMENT_IN_PROGRESS for a cancellation: until when the gateway waits for the result of the attempt at the latest.',
    }),
    debug: Type.Optional(
      Type.Object(
        { string_to_sign: Type.String({ description: 'The six lines as the server built them.' }) },
        { additionalProperties: false, description: 'Sandbox only, with INVALID_SIGNATURE.' },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ErrorInfo = Static<typeof ErrorInfo>;

/** The answer to a failed call. */
export const FailureEnvelope = Type.Object(
  {
    code: Type.Integer({ description: 'Number of the error; its first three digits are the HTTP status.' }),
    msg: Type.Enum(errorNames, { description: 'Name of the error.' }),
    data: Type.Null(),
    error: ErrorInfo,
  },
  { additionalProperties: false },
);
export interface FailureEnvelope {
  code: number;
  msg: ErrorName;
  data: null;
  error: ErrorInfo;
}

export interface SuccessEnvelope<Data> {
  code: typeof SUCCESS_CODE;
  msg: 'success';
  data: Data;
}

export type Envelope<Data> = SuccessEnvelope<Data> | FailureEnvelope;

/** The schema of a successful answer whose `data` has the given schema. */
export function successEnvelope<Data extends TSchema>(data: Data) {
  return Type.Object(
    { code: Type.Literal(SUCCESS_CODE), msg: Type.Literal('success'), data },
    { additionalProperties: false },
  );
}

export function succeed<Data>(data: Data): SuccessEnvelope<Data> {
  return { code: SUCCESS_CODE, msg: 'success', data };
}

export function fail(name: ErrorName, error: Omit<ErrorInfo, 'retryable'>): FailureEnvelope {
  const { code, retryable } = errorTable[name];
  return { code, msg: name, data: null, error: { ...error, retryable } };
}
