import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { loggedEvent, orderA } from '../builders/events.ts';
import { acknowledged, type Receiver } from './scripted-webhook-sender.ts';
import { newSurroundings } from './surroundings.ts';
import { TestGateway } from './test-gateway.ts';

/** Creates a gateway with events of one order in its log, and a receiver for them. */
export async function withEvents(
  sequences: readonly number[],
  receiver: Receiver = () => acknowledged,
  overrides: Partial<Merchant> = {},
) {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant(overrides);
  surroundings.sender.receive(merchant.webhook.url, receiver);
  for (const sequence of sequences) {
    await surroundings.events.append(loggedEvent(orderA, sequence, { merchantId: merchant.merchantId }));
  }
  return { gateway, merchant, ...surroundings };
}

/** Returns the sequence of the event that a webhook contains. */
export function sequenceOf({ body }: WebhookMessage): number {
  return (JSON.parse(body) as { sequence: number }).sequence;
}
