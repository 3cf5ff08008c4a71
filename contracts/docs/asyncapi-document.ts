import { webhookEventKinds } from '../src/endpoints/index.ts';
import {
  CONTRACT_VERSION,
  type EventType,
  eventTypes,
  WEBHOOK_TOLERANCE_SECONDS,
  WebhookEvent,
  webhookHeaders,
} from '../src/index.ts';
import { type JsonSchema, plain } from './named-schemas.ts';
import { SchemaComponents } from './schema-components.ts';

const DESCRIPTION = `The events that the gateway posts to a merchant’s webhook address, signed as in Standard Webhooks
(https://www.standardwebhooks.com), so that any library for it verifies these.

**Signature.** \`${webhookHeaders.signature}\` holds one or more \`v1,<Base64>\` signatures, separated by spaces. Each is the HMAC-SHA256 of
\`<${webhookHeaders.id}>.<${webhookHeaders.timestamp}>.<raw body>\` under the key that stands, in Base64, behind \`whsec_\` in the
secret. While a secret is rotated there is one for each; it is enough that one verifies. Refuse a timestamp that is more
than ${WEBHOOK_TOLERANCE_SECONDS} seconds from your clock, compare in constant time, and verify the bytes as they came, before anything parses them.

**Delivery.** At least once, with the same \`${webhookHeaders.id}\` on each try; events of one order come in the order of
\`sequence\`, as far as the ones before were taken. Any 2xx within 15 s acknowledges; redirects are not followed; 410 switches
the endpoint off. Tries at 0, 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h, 8 h, 12 h, 24 h, 24 h (±10 %); after that an
event can be sent again by hand for 30 days.

Events can gain members, and kinds can be added, in any version: pass over what you do not know, and acknowledge it.`;

/** The AsyncAPI 3 document of the events sent to merchants. */
export function asyncapiDocument(): JsonSchema {
  const schemas = new SchemaComponents();
  const members = plain(WebhookEvent).properties as Readonly<Record<string, JsonSchema>>;
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, schemas.refer(member, 'sent')]),
  );
  return plain({
    asyncapi: '3.0.0',
    id: 'urn:kassa:webhooks',
    info: {
      title: 'Kassa webhooks',
      version: CONTRACT_VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      merchant: {
        host: 'shop.example',
        protocol: 'https',
        description: 'The merchant’s own server; its address is set by the operator of the gateway.',
      },
    },
    channels: {
      webhook: {
        address: '/webhooks/kassa',
        title: 'The merchant’s webhook address',
        description:
          'An example. Each merchant has its own address, which is always `https:` (a sandbox also allows `http:` on loopback).',
        messages: Object.fromEntries(
          eventTypes.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
        bindings: { http: {} },
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'The gateway posts an event',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: eventTypes.map((type) => ({ $ref: `#/channels/webhook/messages/${type}` })),
      },
    },
    components: {
      messages: Object.fromEntries(eventTypes.map((type) => [type, messageOf(type, properties)])),
      schemas: { ...schemas.toJSON(), WebhookHeaders: headers },
    },
  });
}

/** Describes one kind of event. In its schema, `event_type` can only be the name of this kind. */
function messageOf(type: EventType, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { summary, description, example } = webhookEventKinds[type];
  return {
    name: type,
    title: type,
    summary,
    description,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/WebhookHeaders' },
    payload: {
      type: 'object',
      properties: { ...properties, event_type: { const: type, description: 'What happened.' } },
      required: ['event_type', 'event_id', 'created_at', 'data'],
    },
    examples: [{ name: type, summary, headers: exampleHeaders(example.event_id), payload: example }],
  };
}

const headers = {
  type: 'object',
  required: Object.values(webhookHeaders),
  properties: {
    [webhookHeaders.id]: {
      type: 'string',
      description: 'The `event_id`; the same on every delivery attempt.',
    },
    [webhookHeaders.timestamp]: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: 'When this delivery attempt was signed, in Unix seconds of real time.',
    },
    [webhookHeaders.signature]: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
      description: 'One or two signatures, separated by a space.',
    },
  },
};

function exampleHeaders(eventId: string) {
  return {
    [webhookHeaders.id]: eventId,
    [webhookHeaders.timestamp]: '1795253472',
    [webhookHeaders.signature]: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  };
}
