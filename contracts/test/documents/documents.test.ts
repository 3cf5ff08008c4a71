import { describe, expect, it } from 'vitest';
import { asyncapiDocument, openapiDocument } from '../../docs/index.ts';
import * as endpoints from '../../src/endpoints/index.ts';
import { compileValidator, errorNames, eventTypes, WebhookEvent } from '../../src/index.ts';
import { lint } from './lint.ts';

const { allEndpoints, errorsOf, webhookEventKinds } = endpoints;

describe('the OpenAPI document', () => {
  it('passes the linter, and its examples fit their schemas', async () => {
    const problems = await lint(openapiDocument(), {
      // A sandbox is on one's own machine.
      'no-server-example.com': 'off',
      // Probes refuse nobody.
      'operation-4xx-response': 'off',
    });
    expect(problems).toEqual([]);
  });

  it('forbids unknown members in requests, and allows them in answers', () => {
    const text = JSON.stringify(openapiDocument().components);
    const { CreatePaymentRequest, CreatePaymentResult } = JSON.parse(text).schemas;
    expect(CreatePaymentRequest.additionalProperties).toBe(false);
    expect(CreatePaymentResult).not.toHaveProperty('additionalProperties');
  });
});

describe('the endpoint table', () => {
  it.each(allEndpoints)('has $id under its ID, with its path parameters described', (endpoint) => {
    expect(endpoints).toHaveProperty(endpoint.id, endpoint);
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.pathParameters ?? {}).sort()).toEqual(named.sort());
  });
});

describe('an endpoint for operators', () => {
  it('needs a role, and no other endpoint does', () => {
    for (const { id, security, role } of allEndpoints) {
      expect([id, role !== undefined]).toEqual([id, security === 'operations_token']);
    }
  });

  it('that changes something is not open to viewers', () => {
    const open = allEndpoints.filter(({ role, method }) => role === 'viewer' && method !== 'GET');
    expect(open.map(({ id }) => id)).toEqual([]);
  });
});

describe('what merchants send', () => {
  const sent = allEndpoints
    .filter(({ path }) => path.startsWith('/api/merchant/'))
    .flatMap((endpoint) => {
      const schemas = endpoint.answers === 'plain' ? [] : [endpoint.body, endpoint.query];
      return schemas.map((schema) => ({ id: endpoint.id, schema }));
    })
    .filter(({ schema }) => schema !== undefined);

  it.each(sent)('has a description of each member: $id', ({ schema }) => {
    expect(undescribed(JSON.parse(JSON.stringify(schema)))).toEqual([]);
  });
});

interface DescribedSchema {
  description?: string;
  properties?: Record<string, DescribedSchema>;
  items?: DescribedSchema;
  anyOf?: DescribedSchema[];
}

/** Returns the names of all members without a description, at any depth. */
function undescribed({ properties = {}, items, anyOf = [] }: DescribedSchema): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description === undefined ? [name] : []),
      ...undescribed(member).map((inner) => `${name}.${inner}`),
    ]),
    ...[...(items === undefined ? [] : [items]), ...anyOf].flatMap(undescribed),
  ];
}

describe('the AsyncAPI document', () => {
  it('passes the linter', async () => {
    // AsyncAPI has no security scheme for the signature of a webhook. So the rule that requires one is off; the document
    // describes the signature's headers instead.
    expect(await lint(asyncapiDocument(), { 'security-defined': 'off' })).toEqual([]);
  });
});

describe('the examples', () => {
  const bodies = allEndpoints.flatMap((endpoint) =>
    endpoint.answers === 'plain'
      ? endpoint.plainAnswers.map(({ schema, example, status }) => ({
          name: `${endpoint.id} ${status}`,
          schema,
          value: example,
        }))
      : endpoint.examples.flatMap(({ title, body, data }) => [
          { name: `${endpoint.id} answer: ${title}`, schema: endpoint.data, value: data },
          ...(endpoint.body === undefined
            ? []
            : [{ name: `${endpoint.id} body: ${title}`, schema: endpoint.body, value: body }]),
        ]),
  );
  it.each(bodies)('are valid requests and answers: $name', ({ schema, value }) => {
    expect(compileValidator(schema)(value)).toEqual({ kind: 'valid', value });
  });

  it.each(eventTypes)('are valid events: %s', (type) => {
    const { example } = webhookEventKinds[type];
    expect(compileValidator(WebhookEvent)(example)).toEqual({ kind: 'valid', value: example });
    expect(example.event_type).toBe(type);
    expect(example.event_id).toMatch(new RegExp(`_${example.data.sequence}$`));
  });
});

describe('the errors of the endpoints', () => {
  it('include every error of the table except the one about a path’s other methods', () => {
    const answered = new Set(allEndpoints.flatMap(errorsOf));
    expect(errorNames.filter((name) => !answered.has(name))).toEqual(['METHOD_NOT_ALLOWED']);
  });
});
