import { generateWebhookSecret } from '@kassa/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryEventStore } from '../src/index.ts';
import { signTestEvent } from '../src/testing/index.ts';
import { WebhookReceiver } from '../src/webhooks/receiving/webhook-receiver.ts';

const secret = generateWebhookSecret();

/** A handler that hangs, or a process that died in the handler: in both cases, the claim is neither completed nor released. */
describe('a handler that never ends', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [undefined, 60],
    [5, 5],
  ])(
    'holds its event for claimSeconds (%s), then it is handled by the next delivery',
    async (given, seconds) => {
      const hasBegun = Promise.withResolvers<void>();
      const onEvent = vi
        .fn<() => Promise<void>>(async () => {})
        .mockImplementationOnce(() => {
          hasBegun.resolve();
          return new Promise(() => {});
        });
      const receiver = new WebhookReceiver({
        secrets: [secret],
        store: new MemoryEventStore(),
        onEvent,
        claimSeconds: given,
      });
      const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.dispute.lost' });
      const deliver = () => receiver.receive({ kind: 'raw', bytes: rawBody }, headers);

      void deliver();
      await hasBegun.promise;
      vi.setSystemTime(Date.now() + seconds * 1000 - 1);
      expect(await deliver()).toMatchObject({ status: 409 });
      vi.setSystemTime(Date.now() + 1);
      expect(await deliver()).toMatchObject({ status: 200, text: 'Handled.' });
      expect(onEvent).toHaveBeenCalledTimes(2);
      expect(await deliver()).toMatchObject({ status: 200, text: 'Handled before.' });
    },
  );
});
