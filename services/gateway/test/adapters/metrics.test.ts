import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { Gauge, Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { measureRequests } from '../../src/adapters/inbound/http/middleware/measure-requests.ts';
import { exportBacklog } from '../../src/adapters/outbound/metrics/backlog-metrics.ts';
import { CountedPayments } from '../../src/adapters/outbound/metrics/counted-payments.ts';
import { measuredDuties } from '../../src/adapters/outbound/metrics/measured-duties.ts';
import { MeasuredWebhooks } from '../../src/adapters/outbound/metrics/measured-webhooks.ts';
import { exportDatabasePool } from '../../src/adapters/outbound/mongo/database-pool-metrics.ts';
import type { WebhookAnswer } from '../../src/ports/webhook-sender.ts';

test('payments are counted by states and kinds of cases, each from zero', async () => {
  const registry = new Registry();
  const meter = new CountedPayments(registry);
  meter.reached({ subject: 'order', state: 'PAY_SUCCESS' });
  meter.reached({ subject: 'case', kind: 'return_failed' });
  meter.callbackRead('Sandbox', 'forged');
  const text = await registry.metrics();
  expect(text).toContain('kassa_orders_total{state="PAY_SUCCESS"} 1\n');
  expect(text).toContain('kassa_orders_total{state="PAY_FAIL"} 0\n');
  expect(text).toContain('kassa_cases_opened_total{kind="return_failed"} 1\n');
  expect(text).toContain('kassa_cases_opened_total{kind="refund_unresolved"} 0\n');
  expect(text).toContain('kassa_callbacks_total{channel="Sandbox",result="forged"} 1\n');
  expect(text).not.toContain('undefined');
});

test('calls are measured by route pattern, and no stranger’s method or path makes further time series', async () => {
  const registry = new Registry();
  const measure = measureRequests(registry, 'merchant');
  const call = async (method: string, route?: unknown) => {
    const ctx = { method, status: 404, _matchedRoute: route } as unknown as Context;
    await measure(ctx, async () => {});
  };
  await call('POST', '/api/webhook/:channelId');
  for (const method of ['PROPFIND', 'MKCOL', 'PURGE', 'M-SEARCH']) await call(method);
  // What the router has matched if a middleware for all paths refuses a call.
  await call('GET', '(?:\\/|$)');
  const counts = (await registry.metrics()).split('\n').filter((line) => /_count\{/.test(line));
  const name = 'kassa_http_request_duration_seconds_count';
  expect(counts).toEqual([
    `${name}{app="merchant",method="POST",route="/api/webhook/:channelId",status="404"} 1`,
    `${name}{app="merchant",method="other",route="none",status="404"} 4`,
    `${name}{app="merchant",method="GET",route="none",status="404"} 1`,
  ]);
});

test('runs of duties are measured, and a failure still reaches the alarm clock', async () => {
  const registry = new Registry();
  let fails = false;
  const run = async () => {
    if (fails) throw new Error('no');
  };
  const [duty] = measuredDuties(registry, [{ name: 'attend-orders', everyMs: 1_000, run }]);
  await duty?.run();
  fails = true;
  await expect(duty?.run()).rejects.toThrow('no');
  const text = await registry.metrics();
  expect(text).toContain('kassa_duty_seconds_count{duty="attend-orders",result="done"} 1\n');
  expect(text).toContain('kassa_duty_seconds_count{duty="attend-orders",result="failed"} 1\n');
});

test.each<[WebhookAnswer, string]>([
  [{ kind: 'answered', httpStatus: 204, retryAfterSeconds: null, answer: '' }, '2xx'],
  [{ kind: 'answered', httpStatus: 302, retryAfterSeconds: null, answer: '' }, '3xx'],
  [{ kind: 'answered', httpStatus: 410, retryAfterSeconds: null, answer: '' }, '4xx'],
  [{ kind: 'answered', httpStatus: 503, retryAfterSeconds: null, answer: '' }, '5xx'],
  [{ kind: 'not_answered', error: 'refused' }, 'no_answer'],
])('the answer %o to a webhook is measured as %s', async (answer, result) => {
  const registry = new Registry();
  const webhooks = new MeasuredWebhooks({ send: async () => answer }, registry);
  expect(await webhooks.send({ url: 'https://shop.example', headers: {}, body: '' })).toBe(answer);
  expect(await registry.metrics()).toContain(`kassa_webhook_seconds_count{result="${result}"} 1\n`);
});

describe('the backlog', () => {
  it('is exported by queue, and has no values while the database is unreachable', async () => {
    const registry = new Registry();
    let isAway = false;
    exportBacklog(registry, async () => {
      if (isAway) throw new Error('away');
      return { queues: { orders: { size: 3, oldestSeconds: 1.5 } }, workerSilentSeconds: 0.5 };
    });
    const present = await registry.metrics();
    expect(present).toContain('kassa_queue_size{queue="orders"} 3\n');
    expect(present).toContain('kassa_queue_oldest_seconds{queue="orders"} 1.5\n');
    expect(present).toContain('kassa_worker_silent_seconds 0.5\n');
    isAway = true;
    expect(await registry.metrics()).not.toMatch(/^kassa_/m);
  });

  it('does not hold up the other metrics while the database is slow', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const registry = new Registry();
    exportBacklog(registry, () => new Promise(() => {}));
    new Gauge({ name: 'other', help: 'A metric that needs no database.', registers: [registry] }).set(1);
    let text = '';
    void registry.metrics().then((answer) => {
      text = answer;
    });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(text).toContain('other 1\n');
    expect(text).not.toMatch(/^kassa_/m);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('the database pool is exported, also for connections that were opened before', async () => {
  const registry = new Registry();
  const client = new EventEmitter();
  exportDatabasePool(registry, client as never);
  const emit = (name: string, connectionId?: number) => client.emit(name, { address: 'db:1', connectionId });
  emit('connectionCheckOutStarted');
  emit('connectionCheckedOut', 1);
  emit('connectionCreated', 2);
  emit('connectionCheckOutStarted');
  expect(await registry.metrics()).toMatch(
    /{state="open"} 2\n.*{state="in_use"} 1\n.*{state="waiting"} 1\n/s,
  );
  emit('connectionCheckOutFailed');
  emit('connectionCheckedIn', 1);
  emit('connectionClosed', 2);
  expect(await registry.metrics()).toMatch(
    /{state="open"} 1\n.*{state="in_use"} 0\n.*{state="waiting"} 0\n/s,
  );
});
