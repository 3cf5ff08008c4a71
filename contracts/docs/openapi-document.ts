import type { TObject } from 'typebox';
import {
  allEndpoints,
  type Endpoint,
  type EndpointSecurity,
  type EnvelopeEndpoint,
  endpointGroups,
  endpointPorts,
  errorsOf,
  type FileAnswer,
} from '../src/endpoints/index.ts';
import {
  CONTRACT_VERSION,
  type ErrorName,
  errorTable,
  FailureEnvelope,
  fail,
  SESSION_HEADER,
  signatureHeaders,
  succeed,
  successEnvelope,
} from '../src/index.ts';
import { type JsonSchema, plain } from './named-schemas.ts';
import { SchemaComponents } from './schema-components.ts';

const DESCRIPTION = `Kassa is a payment-acceptance gateway that a company runs itself. These are all its endpoints, on three ports:
the signed merchant interface with the channels’ callbacks, the Checkout API for the consumer’s page, and operations.

Every answer has the envelope \`{code, msg, data}\`. Success is code 200 with the message \`success\`. On failure, \`data\` is
null, \`msg\` is the error’s name, and \`code\` is its number, whose first three digits are the HTTP status. \`error.detail\`
says what was wrong. \`error\` also says whether a retry can help, and which request it was. Only probes and metrics have no
envelope.

A path that does not exist is answered NOT_FOUND. If the path exists but does not take the method, the answer is
METHOD_NOT_ALLOWED with an \`Allow\` header; OPTIONS is answered 204 with this header. A malformed HTTP request is answered
INVALID_REQUEST.

A request with unknown members is refused. In a signed body, a member that is null is treated as absent. Answers can gain members in any version: ignore those that you do not know.`;

/** The OpenAPI 3.1 document of all endpoints of the gateway. */
export function openapiDocument(): JsonSchema {
  const schemas = new SchemaComponents();
  const failure = schemas.refer(FailureEnvelope, 'sent');
  const paths = Map.groupBy(
    endpointGroups.flatMap(({ title, endpoints }) => endpoints.map((endpoint) => ({ endpoint, title }))),
    ({ endpoint }) => endpoint.path,
  );
  return plain({
    openapi: '3.1.1',
    info: {
      title: 'Kassa',
      version: CONTRACT_VERSION,
      summary:
        'Merchant interface, Checkout API, channel callbacks and operations of the Kassa payment gateway.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverOf('merchant')],
    tags: endpointGroups.map(({ title, description }) => ({ name: title, description })),
    paths: Object.fromEntries(
      [...paths].map(([path, ofPath]) => [path, pathItemOf(ofPath, schemas, failure)]),
    ),
    components: {
      schemas,
      headers,
      examples: Object.fromEntries(answeredErrors().map((name) => [name, { value: failureExample(name) }])),
      securitySchemes,
    },
  });
}

function pathItemOf(
  ofPath: readonly { readonly endpoint: Endpoint; readonly title: string }[],
  schemas: SchemaComponents,
  failure: JsonSchema,
) {
  const operations = ofPath.map(
    ({ endpoint, title }) =>
      [endpoint.method.toLowerCase(), operationOf(endpoint, title, schemas, failure)] as const,
  );
  return {
    servers: ofPath.slice(0, 1).flatMap(({ endpoint }) => serversOf(endpoint)),
    ...Object.fromEntries(operations),
  };
}

function serverOf(port: keyof typeof endpointPorts) {
  const { title, port: number } = endpointPorts[port];
  return { url: `http://localhost:${number}`, description: `${title}: the sandbox on your own machine` };
}

function serversOf({ port }: Endpoint) {
  const production = {
    url: 'https://{host}',
    description: `${endpointPorts[port].title}, at the address of the company that runs the gateway`,
    variables: {
      host: { default: `${port}.kassa.example`, description: 'Ask the operator of the gateway.' },
    },
  };
  return port === 'operations' ? [serverOf(port)] : [serverOf(port), production];
}

function operationOf(
  endpoint: Endpoint,
  tag: string,
  schemas: SchemaComponents,
  failure: JsonSchema,
): JsonSchema {
  const sandboxOnly = endpoint.isSandboxOnly ? '\n\nSandbox only: production answers NOT_FOUND.' : '';
  const role = endpoint.role === undefined ? '' : `\n\nRole: ${endpoint.role}.`;
  return {
    operationId: endpoint.id,
    tags: [tag],
    summary: endpoint.summary,
    description: endpoint.description + role + sandboxOnly,
    security: [...securityOf[endpoint.security]],
    parameters: [...pathParametersOf(endpoint), ...queryParametersOf(endpoint.query, schemas)],
    ...(endpoint.answers === 'envelope' && endpoint.body !== undefined && requestBodyOf(endpoint, schemas)),
    responses: {
      ...(endpoint.answers === 'envelope' ? successOf(endpoint, schemas) : plainAnswersOf(endpoint, schemas)),
      ...failuresOf(endpoint, failure),
    },
  };
}

function pathParametersOf({ pathParameters = {} }: Endpoint) {
  return Object.entries(pathParameters).map(([name, { schema, description }]) => {
    const { description: _, ...rest } = plain(schema);
    return { name, in: 'path', required: true, description, schema: rest };
  });
}

function queryParametersOf(query: TObject | undefined, schemas: SchemaComponents) {
  if (query === undefined) return [];
  const { properties, required = [] } = plain(query) as {
    properties: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: schemas.refer(schema, 'received'),
  }));
}

function requestBodyOf({ body, mayBeWrapped, examples }: EnvelopeEndpoint, schemas: SchemaComponents) {
  if (body === undefined) return {};
  const direct = schemas.refer(body, 'received');
  const wrapped = {
    type: 'object',
    description: 'The same request wrapped in `data`. The signature covers the body as sent.',
    properties: { data: direct },
    required: ['data'],
    additionalProperties: false,
  };
  const shown = examples.map(({ title, body: value }) => [title, { summary: title, value }] as const);
  return {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: mayBeWrapped ? { anyOf: [direct, wrapped] } : direct,
          examples: named(shown),
        },
      },
    },
  };
}

function successOf({ data, examples, files = [] }: EnvelopeEndpoint, schemas: SchemaComponents) {
  const shown = examples.map(
    ({ title, data: value }) => [title, { summary: title, value: succeed(value) }] as const,
  );
  return {
    200: {
      description: 'Success.',
      headers: everyAnswer,
      content: {
        'application/json': {
          schema: schemas.refer(successEnvelope(data), 'sent'),
          examples: named(shown),
        },
        ...filesOf(files),
      },
    },
  };
}

function filesOf(files: readonly FileAnswer[]) {
  const byType = Map.groupBy(files, ({ mediaType }) => mediaType);
  return Object.fromEntries(
    [...byType].map(([mediaType, ofType]) => {
      const shown = ofType.map(
        ({ title, description, example }) =>
          [title, { summary: title, description, value: example }] as const,
      );
      return [mediaType, { schema: { type: 'string' }, examples: named(shown) }];
    }),
  );
}

function plainAnswersOf(endpoint: Extract<Endpoint, { answers: 'plain' }>, schemas: SchemaComponents) {
  return Object.fromEntries(
    endpoint.plainAnswers.map(({ status, description, mediaType, schema, example }) => [
      status,
      {
        description,
        headers: everyAnswer,
        content: { [mediaType]: { schema: schemas.refer(schema, 'sent'), example } },
      },
    ]),
  );
}

/**
 * Describes the failures of an endpoint: one response for each HTTP status, with the names of the errors that have this status.
 */
function failuresOf(endpoint: Endpoint, failure: JsonSchema) {
  const byStatus = Map.groupBy(errorsOf(endpoint), (name) => errorTable[name].httpStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `\`${name}\`: ${errorTable[name].meaning}`).join('\n\n'),
        headers: status === 429 || status === 503 ? { ...everyAnswer, ...retryAfter } : everyAnswer,
        content: {
          'application/json': {
            schema: {
              allOf: [
                failure,
                {
                  type: 'object',
                  properties: {
                    code: { enum: names.map((name) => errorTable[name].code) },
                    msg: { enum: names },
                  },
                },
              ],
            },
            examples: Object.fromEntries(
              names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
            ),
          },
        },
      },
    ]),
  );
}

const REQUEST_ID = 'req_5f2b7c1e9a0d4b6f8c3e1a7d';

/** The names of the errors that at least one endpoint can answer with. */
function answeredErrors(): readonly ErrorName[] {
  return [...new Set(allEndpoints.flatMap(errorsOf))];
}

function failureExample(name: ErrorName) {
  return fail(name, { detail: errorTable[name].meaning, request_id: REQUEST_ID });
}

/** Example keys must not contain spaces. */
function named(examples: readonly (readonly [title: string, example: object])[]) {
  return Object.fromEntries(
    examples.map(([title, example]) => [title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), example]),
  );
}

const headers = {
  'X-Request-Id': {
    description: 'Identifies this request; quote it in reports.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{24}$', examples: [REQUEST_ID] },
  },
  'X-Contract-Version': {
    description:
      'Version of the contract that the gateway implements. Within a major version, changes are only additions.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$', examples: [CONTRACT_VERSION] },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before retrying the request with a new signature.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['2'] },
  },
};

const everyAnswer = {
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  'X-Contract-Version': { $ref: '#/components/headers/X-Contract-Version' },
};
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

const securitySchemes = {
  merchantId: header(signatureHeaders.merchantId, 'The merchant ID, assigned by the operator.'),
  timestamp: header(
    signatureHeaders.timestamp,
    'When the request was made, in Unix milliseconds (13 digits). It may differ from the gateway’s time by at most 120,000 ms.',
  ),
  nonce: header(
    signatureHeaders.nonce,
    'Random, 8 to 64 of `A-Z a-z 0-9 _ -`. The merchant must not reuse it within five minutes.',
  ),
  signature: header(
    signatureHeaders.signature,
    'Standard Base64 of the RSASSA-PKCS1-v1_5 SHA-256 signature of six lines: method, path, sorted query, SHA-256 of the canonical body, timestamp, nonce.',
  ),
  session: header(SESSION_HEADER, 'The part of the order’s `pay_url` after `#session=`.'),
  operationsToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An operator’s token, as `kassa-admin operators create` shows it, or KASSA_OPERATIONS_TOKEN.',
  },
};

const securityOf: Readonly<Record<EndpointSecurity, readonly Record<string, string[]>[]>> = {
  merchant_signature: [{ merchantId: [], timestamp: [], nonce: [], signature: [] }],
  checkout_session: [{ session: [] }],
  operations_token: [{ operationsToken: [] }],
  // Each channel signs callbacks in its own way, which OpenAPI cannot express. The endpoint's description names the scheme.
  channel_signature: [],
  none: [],
};
