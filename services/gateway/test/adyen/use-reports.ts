import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import { channelAt, newAttemptId, newRefundId } from './adyen-bench.ts';
import { type Entry, reportOf } from './adyen-report.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

/** The day, in UTC, whose statement the tests read. Two days later, at 05:00, is now. */
export const theDay = { from: new Date('2026-11-20T00:00:00Z'), before: new Date('2026-11-21T00:00:00Z') };

/** Returns references that are the gateway's own: one of a payment and one of a refund. */
export function ours() {
  const reference = newAttemptId();
  return { reference, modificationReference: newRefundId() };
}

/** A stand-in for Adyen with reports of some days, and a channel that reads them, for one test file. */
export function useReports() {
  let adyen: StandInAdyen;
  let channel: AdyenChannel;
  beforeAll(async () => {
    adyen = await StandInAdyen.start();
    channel = channelAt(adyen);
  });
  afterAll(() => adyen.stop());
  // Only the date is set: HTTP needs running timers.
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T05:00:00Z') }));
  afterEach(() => {
    adyen.reports.clear();
    vi.useRealTimers();
  });

  const report = (...entries: readonly Entry[]) => reportOf(adyen.merchantAccount, entries);
  return {
    get adyen() {
      return adyen;
    },
    get channel() {
      return channel;
    },
    report,
    /** Stores the reports that can contain records of `theDay`. The given records are in the report of that day. */
    keep(...entries: readonly Entry[]): void {
      for (const day of ['2026_11_19', '2026_11_21']) adyen.reports.set(day, report());
      adyen.reports.set('2026_11_20', report(...entries));
    },
  };
}
