import { generateWebhookSecret } from '@kassa/contracts';
import type {
  ALBEvent,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  LambdaFunctionURLEvent,
} from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { kassaWebhook } from '../../src/adapters/lambda.ts';
import { MemoryEventStore } from '../../src/index.ts';
import { signTestEvent } from '../../src/testing/index.ts';

const secret = generateWebhookSecret();
const data = { merchant_transaction_id: 'T-ä🙂' };
const newDelivery = () => signTestEvent({ secret, event_type: 'order.payment.succeeded', data });
type Delivery = ReturnType<typeof newDelivery>;

/** The event format of REST APIs, and of HTTP APIs with payload format 1.0: header names as sent, with every value. */
function version1({ rawBody, headers }: Delivery): APIGatewayProxyEvent {
  const capitalised = Object.entries(headers).map(([name, value]): [string, string] => [
    name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
    value,
  ]);
  return {
    resource: '/webhooks/kassa',
    path: '/webhooks/kassa',
    httpMethod: 'POST',
    headers: Object.fromEntries(capitalised),
    multiValueHeaders: Object.fromEntries(capitalised.map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    requestContext: {} as APIGatewayProxyEvent['requestContext'],
    body: rawBody,
    isBase64Encoded: false,
  };
}

/** The event format of HTTP APIs with payload format 2.0, and of function URLs: header names in lower case. */
function version2({ rawBody, headers }: Delivery): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: 'POST /webhooks/kassa',
    rawPath: '/webhooks/kassa',
    rawQueryString: '',
    headers: { ...headers },
    requestContext: {} as APIGatewayProxyEventV2['requestContext'],
    body: rawBody,
    isBase64Encoded: false,
  };
}

const functionUrl = (delivery: Delivery): LambdaFunctionURLEvent => ({
  ...version2(delivery),
  routeKey: '$default',
  requestContext: {} as LambdaFunctionURLEvent['requestContext'],
});

const loadBalancer = ({ rawBody, headers }: Delivery): ALBEvent => ({
  requestContext: { elb: { targetGroupArn: 'arn' } },
  httpMethod: 'POST',
  path: '/webhooks/kassa',
  headers: { ...headers },
  body: rawBody,
  isBase64Encoded: false,
});

const inBase64 = <Event extends { body?: string | null; isBase64Encoded: boolean }>(event: Event): Event => ({
  ...event,
  body: Buffer.from(event.body ?? '', 'utf8').toString('base64'),
  isBase64Encoded: true,
});

const shapes = {
  'API Gateway, format 1.0': version1,
  'API Gateway, format 1.0, base64': (delivery: Delivery) => inBase64(version1(delivery)),
  'API Gateway, format 2.0': version2,
  'API Gateway, format 2.0, base64': (delivery: Delivery) => inBase64(version2(delivery)),
  'a function URL': functionUrl,
  'a function URL, base64': (delivery: Delivery) => inBase64(functionUrl(delivery)),
  'a load balancer': loadBalancer,
};

describe.each(Object.entries(shapes))('an event of %s', (_, shape) => {
  const onEvent = vi.fn();
  const handler = kassaWebhook({
    secrets: [secret],
    store: new MemoryEventStore(),
    onEvent,
    onError: () => {},
  });

  it('is verified and passed on', async () => {
    const delivery = newDelivery();
    expect(await handler(shape(delivery))).toEqual({
      statusCode: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'Handled.\n',
    });
    expect(onEvent).toHaveBeenLastCalledWith(delivery.event);
  });

  it('is refused if a byte of it differs, or it is empty', async () => {
    const delivery = newDelivery();
    const forged = shape({ ...delivery, rawBody: delivery.rawBody.replace('T-ä', 'T-å') });
    expect(await handler(forged)).toMatchObject({ statusCode: 400 });
    expect(await handler({ ...shape(delivery), body: null })).toMatchObject({ statusCode: 400 });
  });
});

it('fits the types that handlers of AWS Lambda have', () => {
  const own = kassaWebhook({ secrets: [secret], store: new MemoryEventStore(), onEvent: () => {} });
  const forVersion1: (
    ...parameters: Parameters<APIGatewayProxyHandler>
  ) => ReturnType<APIGatewayProxyHandler> = own;
  const forVersion2: (
    ...parameters: Parameters<APIGatewayProxyHandlerV2>
  ) => ReturnType<APIGatewayProxyHandlerV2> = own;
  expect(forVersion1).toBe(forVersion2);
});
