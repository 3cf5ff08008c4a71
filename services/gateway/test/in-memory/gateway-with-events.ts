import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { loggedEvent, orderA } from '../builders/events.ts';
import { acknowledged, type Receiver } from './scripted-webhook-sender.ts';
import { newSurroundings, TestGateway } from './test-gateway.ts';

/** A gateway with events of one order in its log, and a receiver. */
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

/** Which of its order's events a message bears. */
export function sequenceOf({ body }: WebhookMessage): number {
  return (JSON.parse(body) as { sequence: number }).sequence;
}
