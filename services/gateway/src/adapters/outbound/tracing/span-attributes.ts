import type { Attributes } from '@opentelemetry/api';
import type { StepFacts } from '../../../ports/tracing.ts';

/**
 * The name of the attribute for each fact. If OpenTelemetry's semantic conventions have a name for the fact, that name is used.
 */
const names: { readonly [Fact in keyof StepFacts]-?: string } = {
  orderId: 'kassa.order.id',
  merchantId: 'kassa.merchant.id',
  attemptId: 'kassa.attempt.id',
  refundId: 'kassa.refund.id',
  eventId: 'kassa.event.id',
  eventType: 'kassa.event.type',
  deliveryAttempt: 'kassa.delivery.attempt',
  channelId: 'kassa.channel.id',
  channelType: 'kassa.channel.type',
  operation: 'kassa.operation',
  duty: 'kassa.duty',
  item: 'kassa.item',
  requestId: 'kassa.request.id',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  result: 'kassa.result',
  fault: 'error.type',
};

/** The longest value of an attribute. IDs are shorter. */
export const MOST_OF_VALUE = 128;

export function attributesOf(facts: StepFacts): Attributes {
  const attributes: Attributes = {};
  for (const fact of Object.keys(facts) as (keyof StepFacts)[]) {
    const value = facts[fact];
    // Leave out members that are not facts. The type forbids them, but a caller can pass an object that has more members than
    // its type.
    if (value !== undefined && Object.hasOwn(names, fact)) attributes[names[fact]] = value;
  }
  return attributes;
}

/**
 * Returns the kind of an error: the name of its class. The error's message stays in the process, because it can quote anything.
 */
export function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? name : 'unknown';
}
