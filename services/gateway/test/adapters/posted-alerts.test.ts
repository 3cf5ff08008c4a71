import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { PostedAlerts } from '../../src/adapters/outbound/posted-alerts.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { alertsContract, oneOfEach } from '../port-contracts/alerts-contract.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

function posted(post: (url: string, body: string) => Promise<boolean>) {
  const registry = new Registry();
  const alerts = new RecordedAlerts();
  const sending = new PostedAlerts({
    alerts,
    url: 'https://chat.example/x',
    environment: 'production',
    registry,
    post,
  });
  return { sending, alerts, metrics: () => registry.metrics() };
}

const returnFailed = (orderId: string): Alert => ({ kind: 'return_failed', orderId, refundId: 'ref_1' });

describe('posted alerts', () => alertsContract(() => posted(async () => true).sending));

describe('an alert', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is sent with its kind, its facts, and a text for people', async () => {
    const bodies: unknown[] = [];
    const { sending, alerts } = posted(async (_, body) => bodies.push(JSON.parse(body)) > 0);
    sending.raise(oneOfEach.no_worker);
    sending.raise({ kind: 'duty_failed', duty: 'attend-orders', error: new Error('no'), item: 'ord_1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(bodies).toMatchObject([
      {
        alert: 'no_worker',
        facts: { silentSeconds: 75 },
        environment: 'production',
        text: 'Kassa (production): no_worker {"silentSeconds":75}',
      },
      { alert: 'duty_failed', facts: { duty: 'attend-orders', error: 'Error: no', item: 'ord_1' } },
    ]);
    expect(alerts.kinds).toEqual(['no_worker', 'duty_failed']);
  });

  it('never waits for a receiver that hangs, of which at most a hundred others wait', async () => {
    const { sending, alerts, metrics } = posted(() => new Promise(() => {}));
    for (const alert of Object.values(oneOfEach))
      for (let time = 0; time < 10; time += 1) sending.raise(alert);
    const raised = 10 * Object.keys(oneOfEach).length;
    expect(alerts.raised).toHaveLength(raised);
    expect(await metrics()).toContain(`kassa_alert_posts_total{result="left_out"} ${raised - 101}\n`);
  });

  it('that is raised over and over is sent ten times a minute, and the next one says how many were left out', async () => {
    const leftOut: number[] = [];
    const { sending } = posted(async (_, body) => leftOut.push(JSON.parse(body).left_out) > 0);
    for (let time = 0; time < 1_000; time += 1) sending.raise(returnFailed(`ord_${time}`));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(leftOut).toEqual(Array.from({ length: 10 }, () => 0));
    sending.raise(returnFailed('ord_next'));
    await vi.advanceTimersByTimeAsync(0);
    expect(leftOut.at(-1)).toBe(990);
  });

  it('that the receiver does not take is counted, and the next one is sent', async () => {
    let fails = true;
    const { sending, metrics } = posted(async () => {
      if (fails) throw new Error('refused');
      return true;
    });
    sending.raise(returnFailed('ord_1'));
    await vi.advanceTimersByTimeAsync(0);
    fails = false;
    sending.raise(returnFailed('ord_2'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await metrics()).toMatch(/{result="sent"} 1\n.*{result="failed"} 1\n/s);
  });
});

test('alerts are sent as HTTP POST requests with JSON', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const receiver = await LoopbackServer.start(async (request, response) => {
    const chunks = await request.toArray();
    response.end('ok');
    resolve([
      request.method,
      request.url,
      request.headers['content-type'],
      JSON.parse(Buffer.concat(chunks).toString()),
    ]);
  });
  const registry = new Registry();
  const url = `${receiver.url}/hook`;
  const alerts = new PostedAlerts({ alerts: new RecordedAlerts(), url, environment: 'sandbox', registry });
  alerts.raise(returnFailed('ord_1'));
  expect(await promise).toMatchObject(['POST', '/hook', 'application/json', { alert: 'return_failed' }]);
  await expect.poll(() => registry.metrics()).toContain('kassa_alert_posts_total{result="sent"} 1\n');
  await receiver.stop();
});
