import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import { noPageParts } from '../../src/domain/attempt/payment-attempt.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../src/ports/channel-timeouts.ts';
import { plainKeys } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';

/** When each try of a call was sent to Stripe. None of them gets an answer. */
const sentAt: Date[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sentAt.length = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    sentAt.push(new Date());
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a process that was suspended during a refund call does not send the refund again when it continues', async () => {
  const stripe = connectStripe({ secretKey: 'sk_test_1', url: 'http://127.0.0.1:9' });
  const channel = new StripeChannel({
    keyFor: plainKeys,
    stripe,
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: ['whsec_1'],
  });
  const sendBy = new Date(Date.now() + 12_000);
  const opening = {
    ...noPageParts,
    channelReference: 'pi_1',
    renderType: 'PROCESSOR_ELEMENT',
    paymentUrl: null,
    cardBrands: [],
  } as const;
  const payment = { attemptId: 'txn_1', methodCode: 'card', opening, paymentReference: null };
  const answer = channel.refund({ refundId: 'rfd_1', payment, amount: money(10_000), sendBy });
  await vi.advanceTimersByTimeAsync(0);
  expect(sentAt).toHaveLength(1);

  // The process stands still for ten minutes. Meanwhile, another instance finds that Stripe never received the refund, and a
  // dispute or an operator ends it.
  vi.setSystemTime(Date.now() + 10 * 60_000);
  await vi.advanceTimersByTimeAsync(20_000);
  await answer;
  const callEndsBy = new Date(sendBy.getTime() + CHANNEL_CALL_TIMEOUT_MS);
  expect(sentAt.filter((at) => at > callEndsBy)).toEqual([]);
});
