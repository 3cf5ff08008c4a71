import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { PostedAlerts } from '../../src/adapters/outbound/posted-alerts.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { alertsContract, oneOfEach } from '../port-contracts/alerts-contract.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

const from = {
  environment: 'production',
  instance: 'api-1:10040',
  runbooksUrl: 'https://api.pay.example/docs/runbooks',
};

function posted(post: (url: string, body: string) => Promise<string | null>) {
  const registry = new Registry();
  const warn = vi.fn();
  const alerts = new RecordedAlerts();
  const sending = new PostedAlerts({
    alerts,
    url: 'https://chat.example/x',
    from,
    registry,
    logger: { warn },
    post,
  });
  return { sending, alerts, warn, metrics: () => registry.metrics() };
}

const returnFailed = (orderId: string): Alert => ({ kind: 'return_failed', orderId, refundId: 'ref_1' });

describe('posted alerts', () => alertsContract(() => posted(async () => null).sending));

describe('an alert', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is sent with its kind, its facts, its runbook, the instance, and a text for people', async () => {
    const bodies: unknown[] = [];
    const { sending, alerts } = posted(async (_, body) => {
      bodies.push(JSON.parse(body));
      return null;
    });
    sending.raise(oneOfEach.no_worker);
    sending.raise({ kind: 'duty_failed', duty: 'attend-orders', error: new Error('no'), item: 'ord_1' });
    await vi.advanceTimersByTimeAsync(0);
    expect(bodies).toMatchObject([
      {
        alert: 'no_worker',
        facts: { silentSeconds: 75 },
        runbook: 'https://api.pay.example/docs/runbooks/no-worker',
        environment: 'production',
        instance: 'api-1:10040',
        text: 'Kassa (production, api-1:10040): no_worker {"silentSeconds":75} https://api.pay.example/docs/runbooks/no-worker',
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
    const { sending } = posted(async (_, body) => {
      leftOut.push(JSON.parse(body).left_out);
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
    const sent: { facts: { duty: string; item?: string }; left_out: number; text: string }[] = [];
    const { sending, alerts } = posted(async (_, body) => {
      sent.push(JSON.parse(body));
      return null;
    });
    const fail = (duty: string, item: string) =>
      sending.raise({ kind: 'duty_failed', duty, error: new Error('no'), item });
    for (let time = 0; time < 120; time += 1) {
      fail('attend-orders', `ord_${time}`);
      fail('deliver-webhooks', `evt_${time}`);
      await vi.advanceTimersByTimeAsync(4_900);
    }
    expect(sent.map(({ facts }) => facts.item)).toEqual(['ord_0', 'evt_0']);
    await vi.advanceTimersByTimeAsync(20_000);
    fail('attend-orders', 'ord_next');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toMatchObject({ facts: { item: 'ord_next' }, left_out: 119 });
    expect(sent[2]?.text).toContain('119 others since the last one');
    expect(sent[0]?.text).not.toContain('others');
    expect(alerts.kinds).toHaveLength(241);
  });

  it('that the receiver does not take is counted, and the next one is sent', async () => {
    let fails = true;
    const { sending, metrics } = posted(async () => {
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

  it('that the receiver does not take is logged with the reason, at most once a minute', async () => {
    const { sending, warn } = posted(async () => 'status 500');
    for (let time = 0; time < 5; time += 1) sending.raise(returnFailed(`ord_${time}`));
    await vi.advanceTimersByTimeAsync(60_000);
    const line = [{ reason: 'status 500' }, 'the receiver in KASSA_ALERT_WEBHOOK does not take alerts'];
    expect(warn.mock.calls).toEqual([line]);
    sending.raise(returnFailed('ord_next'));
    await vi.advanceTimersByTimeAsync(0);
    expect(warn.mock.calls).toEqual([line, line]);
  });
});

/** Alerts that are really sent, to a receiver on this machine. */
async function postedTo(url: string) {
  const registry = new Registry();
  const warn = vi.fn();
  const alerts = new RecordedAlerts();
  const sending = new PostedAlerts({ alerts, url, from, registry, logger: { warn } });
  sending.raise(returnFailed('ord_1'));
  await expect.poll(() => registry.metrics()).toMatch(/result="(sent|failed)"} 1\n/);
  return { metrics: await registry.metrics(), warn };
}

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
  const { metrics, warn } = await postedTo(`${receiver.url}/hook`);
  expect(await promise).toMatchObject(['POST', '/hook', 'application/json', { alert: 'return_failed' }]);
  expect(metrics).toContain('kassa_alert_posts_total{result="sent"} 1\n');
  expect(warn).not.toHaveBeenCalled();
  await receiver.stop();
});

test.each([
  ['an error', 500, 'status 500'],
  ['a redirect', 307, 'a redirect'],
])(
  'an alert that is answered with %s is not sent elsewhere, and the log names the reason but not the address',
  async (_, status, reason) => {
    const receiver = await LoopbackServer.start(async (_request, response) => {
      response.writeHead(status, { Location: '/elsewhere' }).end();
    });
    const { metrics, warn } = await postedTo(`${receiver.url}/secret-hook`);
    expect(metrics).toContain('kassa_alert_posts_total{result="failed"} 1\n');
    expect(warn.mock.calls).toMatchObject([[{ reason }, expect.any(String)]]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret-hook');
    await receiver.stop();
  },
);

test('an alert whose receiver cannot be reached is logged with the error’s code', async () => {
  const receiver = await LoopbackServer.start(async () => {});
  await receiver.stop();
  const { warn } = await postedTo(receiver.url);
  expect(warn.mock.calls).toMatchObject([[{ reason: 'ECONNREFUSED' }, expect.any(String)]]);
});
