import {
  type WebhookEvent as ContractEvent,
  compileValidator,
  eventTypes,
  generateWebhookSecret,
  WebhookEvent as WebhookEventSchema,
} from '@kassa/contracts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type WebhookEvent, type WebhookEventOf, Webhooks } from '../src/index.ts';
import { signTestEvent } from '../src/testing/index.ts';

const secret = generateWebhookSecret();
const validate = compileValidator(WebhookEventSchema);

describe('test events', () => {
  it.each(eventTypes)('of kind %s satisfy the contract', (event_type) => {
    const { event } = signTestEvent({ secret, event_type });
    expect(validate(event)).toEqual({ kind: 'valid', value: event });
  });

  it.each([
    ['order.payment.failed', 'failure'],
    ['order.refund.succeeded', 'refund'],
    ['order.refund.failed', 'refund'],
    ['order.dispute.opened', 'dispute'],
    ['order.dispute.won', 'dispute'],
    ['order.dispute.lost', 'dispute'],
  ] as const)('of kind %s carry their %s', (event_type, member) => {
    expect(signTestEvent({ secret, event_type }).event.data).toHaveProperty(member);
  });

  it('take the members that matter to a test', () => {
    const { event, headers } = signTestEvent({
      secret,
      event_type: 'order.payment.succeeded',
      event_id: 'evt_chosen_1',
      data: { merchant_transaction_id: 'T77', amount: 12.5 },
    });
    expect(event.data).toMatchObject({ merchant_transaction_id: 'T77', amount: 12.5, state: 'PAY_SUCCESS' });
    expect(headers['webhook-id']).toBe('evt_chosen_1');
  });

  it('differ from each other', () => {
    const ids = [1, 2].map(
      () => signTestEvent({ secret, event_type: 'order.payment.failed' }).event.event_id,
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('the type of a verified event', () => {
  it('is narrowed by event_type, so that its particulars are there', () => {
    const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.refund.succeeded' });
    const event = new Webhooks({ secrets: [secret] }).verify(rawBody, headers);
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>();
    switch (event.event_type) {
      case 'order.refund.succeeded':
        expectTypeOf(event).toEqualTypeOf<WebhookEventOf<'order.refund.succeeded'>>();
        expect(event.data.refund.amount).toBe(4);
        break;
      case 'order.payment.failed':
        expectTypeOf(event.data.failure.code).toEqualTypeOf<string>();
        break;
      default:
        expect.unreachable();
    }
  });

  it('says nothing that the contract does not say', () => {
    expectTypeOf<WebhookEvent>().toExtend<ContractEvent>();
    expectTypeOf<WebhookEventOf<'order.payment.succeeded'>['data']>().not.toHaveProperty('refund');
  });
});
