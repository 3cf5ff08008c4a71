import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { ChannelGuards } from '../../src/adapters/outbound/channels/guard/channel-guards.ts';
import type { GuardSettings } from '../../src/adapters/outbound/channels/guard/guard-settings.ts';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import type {
  OpeningAnswer,
  OpeningOrder,
  PaymentChannel,
  PaymentReference,
} from '../../src/ports/payment-channel.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { money, openingOf } from './orders.ts';
import { after } from './times.ts';

const OPEN_SECONDS = 60;

/** Replaces the time with one that passes only when a test says so, so that a slow machine changes nothing. */
export const fakeTime = () => vi.useFakeTimers({ toFake: ['Date', 'performance'] });
/** Lets the time pass after which an open circuit lets a probe through. */
export const untilItMayBeProbed = () => vi.advanceTimersByTime(OPEN_SECONDS * 1000);
export const order: OpeningOrder = {
  attemptId: 'txn_1',
  methodCode: 'card',
  amount: money(10_000),
  description: null,
  returnUrl: 'https://pay.example/back',
  expiresAt: after(1800),
  mayTakeCardNumbers: true,
};
export const payment: PaymentReference = {
  attemptId: 'txn_1',
  methodCode: 'card',
  opening: openingOf('txn_1'),
  paymentReference: null,
};
export const submission = { ...payment, card: cards.succeeds, device: null, returnUrl: order.returnUrl };

/** Returns a channel behind a guard, with what the guard reports and counts. */
export function guarded(channel: PaymentChannel, settings: Partial<GuardSettings> = {}) {
  const registry = new Registry();
  const alerts = new RecordedAlerts();
  const guards = new ChannelGuards({
    registry,
    alerts,
    tracing: untraced,
    settings: { failuresInARow: 3, openSeconds: OPEN_SECONDS, ...settings },
  });
  const { channelId } = channel;
  return {
    channel: guards.around(channel),
    guards,
    alerts,
    isOpenable: () => guards.isOpenable(channelId),
    report: () => guards.reportOf(channelId),
    metric: async (line: string) =>
      (await registry.metrics()).split('\n').filter((each) => each.startsWith(line)),
  };
}

/** Returns a guarded channel whose circuit three failures in a row have opened. */
export async function failingChannel(settings: Partial<GuardSettings> = {}) {
  const fake = new FakeChannel();
  fake.isReachable = false;
  const all = guarded(fake, settings);
  for (let calls = 0; calls < 3; calls += 1) await all.channel.open(order);
  return { fake, ...all };
}

/** Lets openings through one by one. */
export function gated(fake: FakeChannel) {
  const gates: PromiseWithResolvers<OpeningAnswer>[] = [];
  fake.open = () => {
    const gate = Promise.withResolvers<OpeningAnswer>();
    gates.push(gate);
    return gate.promise;
  };
  return gates;
}
