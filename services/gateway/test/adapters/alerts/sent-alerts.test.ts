import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertNotice } from '../../../src/adapters/outbound/alerts/alert-notice.ts';
import { SentAlerts } from '../../../src/adapters/outbound/alerts/sent-alerts.ts';
import type { Alert } from '../../../src/ports/alerts.ts';
import { RecordedAlerts } from '../../in-memory/recorded-alerts.ts';
import { alertsContract, oneOfEach } from '../../port-contracts/alerts-contract.ts';

const from = {
  environment: 'production',
  instance: 'api-1:10040',
  deploymentUrl: 'https://api.pay.example',
};

function sent(carry: (notice: AlertNotice) => Promise<string | null>) {
  const registry = new Registry();
  const warn = vi.fn();
  const alerts = new RecordedAlerts();
  const carrier = {
    setting: 'KASSA_ALERT_WEBHOOK',
    counter: { name: 'kassa_alert_posts_total', help: 'Alerts.' },
    most: 10,
    windowMs: 60_000,
    carry,
  };
  const sending = new SentAlerts({ alerts, carrier, from, registry, logger: { warn } });
  return { sending, alerts, warn, metrics: () => registry.metrics() };
}

const returnFailed = (orderId: string): Alert => ({ kind: 'return_failed', orderId, refundId: 'ref_1' });

describe('sent alerts', () => alertsContract(() => sent(async () => null).sending));

describe('an alert', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is sent with its origin, its runbook, and the time at which its series began', async () => {
    vi.setSystemTime('2026-11-27T03:00:00Z');
    const notices: AlertNotice[] = [];
    const { sending, alerts } = sent(async (notice) => {
      notices.push(notice);
      return null;
    });
    for (const pauseMs of [0, 599_000, 600_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs);
      sending.raise(oneOfEach.no_worker);
    }
    await vi.advanceTimersByTimeAsync(0);
    const runbook = 'https://api.pay.example/docs/runbooks/no-worker';
    const began = new Date('2026-11-27T03:00:00Z');
    const [second, third] = [new Date('2026-11-27T03:09:59Z'), new Date('2026-11-27T03:19:59Z')];
    const rest = { alert: oneOfEach.no_worker, from, runbook, leftOut: 0 };
    expect(notices).toEqual([
      { ...rest, at: began, since: began },
      { ...rest, at: second, since: began },
      { ...rest, at: third, since: third },
    ]);
    expect(alerts.kinds).toEqual(['no_worker', 'no_worker', 'no_worker']);
  });

  it('never makes its caller wait for a receiver that hangs; at most a hundred alerts wait for the receiver', async () => {
    const { sending, alerts, metrics } = sent(() => new Promise(() => {}));
    for (const alert of Object.values(oneOfEach))
      for (let time = 0; time < 10; time += 1) sending.raise(alert);
    const raised = 10 * Object.keys(oneOfEach).length;
    expect(alerts.raised).toHaveLength(raised);
    expect(await metrics()).toContain(`kassa_alert_posts_total{result="left_out"} ${raised - 101}\n`);
  });

  it('that is raised repeatedly is sent ten times a minute, and the next one says how many were left out', async () => {
    const leftOut: number[] = [];
    const { sending } = sent(async (notice) => {
      leftOut.push(notice.leftOut);
      return null;
    });
    for (let time = 0; time < 1_000; time += 1) sending.raise(returnFailed(`ord_${time}`));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(leftOut).toEqual(Array.from({ length: 10 }, () => 0));
    sending.raise(returnFailed('ord_next'));
    await vi.advanceTimersByTimeAsync(0);
    expect(leftOut.at(-1)).toBe(990);
  });

  it('about a failed duty is sent once in ten minutes for each duty, and the next one says how many were left out', async () => {
    const notices: AlertNotice[] = [];
    const { sending, alerts } = sent(async (notice) => {
      notices.push(notice);
      return null;
    });
    const fail = (duty: string, item: string) =>
      sending.raise({ kind: 'duty_failed', duty, error: new Error('no'), item });
    for (let time = 0; time < 120; time += 1) {
      fail('attend-orders', `ord_${time}`);
      fail('deliver-webhooks', `evt_${time}`);
      await vi.advanceTimersByTimeAsync(4_900);
    }
    expect(notices).toMatchObject([{ alert: { item: 'ord_0' } }, { alert: { item: 'evt_0' } }]);
    await vi.advanceTimersByTimeAsync(20_000);
    fail('attend-orders', 'ord_next');
    await vi.advanceTimersByTimeAsync(0);
    expect(notices).toHaveLength(3);
    expect(notices[2]).toMatchObject({ alert: { item: 'ord_next' }, leftOut: 119 });
    expect(alerts.kinds).toHaveLength(241);
  });

  it('that the receiver does not accept is counted, and the next one is sent', async () => {
    let fails = true;
    const { sending, metrics } = sent(async () => {
      if (fails) throw new Error('refused');
      return null;
    });
    sending.raise(returnFailed('ord_1'));
    await vi.advanceTimersByTimeAsync(0);
    fails = false;
    sending.raise(returnFailed('ord_2'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await metrics()).toMatch(/{result="sent"} 1\n.*{result="failed"} 1\n/s);
  });

  it('that the receiver does not accept is logged with the reason, at most once a minute', async () => {
    const { sending, warn } = sent(async () => 'status 500');
    for (let time = 0; time < 5; time += 1) sending.raise(returnFailed(`ord_${time}`));
    await vi.advanceTimersByTimeAsync(60_000);
    const line = [{ reason: 'status 500' }, 'the receiver in KASSA_ALERT_WEBHOOK does not take alerts'];
    expect(warn.mock.calls).toEqual([line]);
    sending.raise(returnFailed('ord_next'));
    await vi.advanceTimersByTimeAsync(0);
    expect(warn.mock.calls).toEqual([line, line]);
  });
});
