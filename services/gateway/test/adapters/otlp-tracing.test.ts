import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoundedExport } from '../../src/adapters/outbound/tracing/bounded-export.ts';
import type { OtlpSettings } from '../../src/adapters/outbound/tracing/otlp-settings.ts';
import { openOtlpTracing } from '../../src/adapters/outbound/tracing/otlp-tracing.ts';
import type { Step, Tracing } from '../../src/ports/tracing.ts';
import { LoopbackServer } from '../support/loopback-server.ts';
import { OtlpReceiver } from '../support/otlp-receiver.ts';

type Loss = { readonly lost: number; readonly reason: string };

let collector: OtlpReceiver;
beforeEach(async () => {
  collector = await OtlpReceiver.start();
});
afterEach(() => collector.stop());

function traced(settings: Partial<OtlpSettings> = {}): { tracing: Tracing; losses: Loss[] } {
  const losses: Loss[] = [];
  const complete: OtlpSettings = {
    url: `${collector.url}/v1/traces`,
    headers: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
    serviceName: 'kassa-test',
    resource: {},
    ...settings,
  };
  return { tracing: openOtlpTracing(complete, (loss) => losses.push(loss)), losses };
}

const work = (name: string, more: Partial<Step> = {}): Step => ({ name, kind: 'works', facts: {}, ...more });
const named = (name: string) => {
  const found = collector.spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no step ${name} has arrived`);
  return found;
};
const ofAnother = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const stored = `00-${ofAnother.traceId}-${ofAnother.spanId}-01`;

describe('a step', () => {
  it('belongs to the running one, to none, or to a stored position, and then links to the running one', async () => {
    const { tracing } = traced();
    await tracing.step(work('outer'), async () => {
      await Promise.all([
        tracing.step(work('inner'), async () => {}),
        tracing.step(work('own', { belongsTo: 'none' }), async () => {}),
        tracing.step(work('later', { belongsTo: { position: stored } }), async () => {}),
        tracing.step(work('malformed', { belongsTo: { position: `${stored} ` } }), async () => {}),
      ]);
    });
    await tracing.stop();
    const outer = named('outer');
    expect(named('inner')).toMatchObject({ traceId: outer.traceId, parentSpanId: outer.spanId, links: [] });
    expect(named('malformed')).toMatchObject({ traceId: outer.traceId, parentSpanId: outer.spanId });
    expect(named('own').traceId).not.toBe(outer.traceId);
    expect(named('own')).toMatchObject({ parentSpanId: undefined, links: [] });
    expect(named('later')).toMatchObject({
      traceId: ofAnother.traceId,
      parentSpanId: ofAnother.spanId,
      links: [{ traceId: outer.traceId, spanId: outer.spanId }],
    });
  });

  it('returns its position, from which a step of another process continues', async () => {
    const [first, second] = [traced().tracing, traced().tracing];
    const position = await first.step(work('here'), async () => first.position());
    await second.step(work('there', { belongsTo: { position } }), async () => {});
    await Promise.all([first.stop(), second.stop()]);
    expect(named('there')).toMatchObject({
      traceId: named('here').traceId,
      parentSpanId: named('here').spanId,
    });
    expect(first.position()).toBeUndefined();
  });

  it('that fails names the kind of the error, and neither its message nor its stack', async () => {
    const { tracing } = traced();
    const failing = tracing.step(work('failing'), () =>
      Promise.reject(new RangeError('card 4916338506082832')),
    );
    await expect(failing).rejects.toThrow(RangeError);
    await tracing.stop();
    expect(named('failing')).toMatchObject({ isFailed: true, attributes: { 'error.type': 'RangeError' } });
    expect(collector.bodies.join()).not.toMatch(/4916|otlp-tracing\.test/);
  });

  it('contains only facts that it may contain, shortened to 128 characters', async () => {
    const { tracing } = traced();
    const facts = { orderId: 'o'.repeat(1_000), card: '4916338506082832', constructor: 'x' };
    await tracing.step(work('bounded', { facts }), async () => tracing.note(facts));
    await tracing.stop();
    expect(named('bounded').attributes).toEqual({ 'kassa.order.id': 'o'.repeat(128) });
  });

  it('adds its order and merchant to the call that it serves, and links only to other traces', async () => {
    const { tracing } = traced();
    await tracing.step(work('GET', { kind: 'serves' }), () =>
      tracing.step(work('inside'), async () => {
        tracing.note({ orderId: 'ord_1', merchantId: 'mer_1', result: 'done' });
        for (const position of [stored, tracing.position(), 'nonsense', undefined]) tracing.link(position);
      }),
    );
    await tracing.stop();
    expect(named('GET').attributes).toEqual({ 'kassa.order.id': 'ord_1', 'kassa.merchant.id': 'mer_1' });
    expect(named('inside').links).toEqual([ofAnother]);
  });
});

describe('sampling', () => {
  it('leaves out all steps of a trace, which then has no position', async () => {
    const { tracing } = traced({ sampler: 'parentbased_traceidratio', ratio: 0 });
    const position = await tracing.step(work('outer'), () =>
      tracing.step(work('inner'), async () => tracing.position()),
    );
    expect(position).toBeUndefined();
    await tracing.step(work('later', { belongsTo: { position: stored } }), async () => {});
    await tracing.stop();
    expect(collector.spans.map(({ name }) => name)).toEqual(['later']);
  });

  it.each([
    ['always_off', 0],
    ['parentbased_always_off', 0],
    ['traceidratio', 0],
    ['always_on', 1],
    ['parentbased_always_on', 1],
  ] as const)('%s records %d of one trace', async (sampler, count) => {
    const { tracing } = traced({ sampler, ratio: 0 });
    await tracing.step(work('root'), async () => {});
    await tracing.stop();
    expect(collector.spans).toHaveLength(count);
  });
});

describe('a collector', () => {
  /** Ends more steps than one batch has. */
  async function endMany(tracing: Tracing, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) await tracing.step(work('many'), async () => {});
  }

  it('that does not exist causes one log line when the process ends, and no step fails', async () => {
    const { tracing, losses } = traced({ url: 'http://127.0.0.1:9/v1/traces' });
    await endMany(tracing, 600);
    await tracing.stop();
    expect(losses).toEqual([{ lost: 600, reason: expect.stringContaining('before the process ended') }]);
  });

  it('that hangs costs bounded memory, and delays the stop by three seconds at most', async () => {
    const hanging = await LoopbackServer.start(() => {});
    const { tracing, losses } = traced({ url: `${hanging.url}/v1/traces` });
    await endMany(tracing, 10_000);
    expect(losses).toEqual([{ lost: 1, reason: 'the collector is too slow' }]);
    const startedAtMs = performance.now();
    await tracing.stop();
    expect(performance.now() - startedAtMs).toBeGreaterThan(2_900);
    expect(losses.reduce((sum, { lost }) => sum + lost, 0)).toBe(10_000);
    await hanging.stop();
  });

  it.each([
    ['refuses with a long text', (status: number) => ({ status, body: '\u001b[31m'.repeat(10_000) })],
    ['answers without an end', (status: number) => ({ status, body: null })],
  ])('that %s is logged in one short line', async (_, answerOf) => {
    const hostile = await LoopbackServer.start(async (request, response) => {
      request.resume();
      const { status, body } = answerOf(400);
      response.writeHead(status, 'Bad \u00e9');
      if (body !== null) return void response.end(body);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', flood);
      flood();
    });
    const { tracing, losses } = traced({ url: `${hostile.url}/v1/traces` });
    await endMany(tracing, 3);
    await tracing.stop();
    expect(losses).toEqual([{ lost: 3, reason: expect.stringMatching(/^[\x20-\x7e]{1,200}$/) }]);
    await hostile.stop();
  });

  it('that redirects gets nothing at the other address', async () => {
    const redirecting = await LoopbackServer.start((_, response) => {
      response.writeHead(307, { location: `${collector.url}/v1/traces` }).end();
    });
    const { tracing, losses } = traced({
      url: `${redirecting.url}/v1/traces`,
      headers: { authorization: 'token' },
    });
    await endMany(tracing, 3);
    await tracing.stop();
    expect([losses.length, collector.bodies]).toEqual([1, []]);
    await redirecting.stop();
  });

  it('gets the steps of one trace in batches, with the headers', async () => {
    const { tracing } = traced({ headers: { authorization: 'Bearer x' }, resource: { region: 'eu' } });
    await endMany(tracing, 1_200);
    await tracing.stop();
    expect(collector.spans).toHaveLength(1_200);
    expect(collector.bodies.length).toBeGreaterThan(2);
    expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer x' });
    expect(collector.spans[0]?.resource).toMatchObject({ 'service.name': 'kassa-test', region: 'eu' });
  });

  it('that accepts nothing causes one log line a minute, with the number of steps lost since the previous line', async () => {
    const losses: Loss[] = [];
    let nowMs = 0;
    const failing = {
      export: (_: unknown, done: (result: { code: number; error: Error }) => void) =>
        done({ code: 1, error: new Error('refused') }),
      shutdown: async () => {},
    };
    const bounded = new BoundedExport(
      failing,
      1_000,
      (loss) => losses.push(loss),
      () => nowMs,
    );
    const span = { spanContext: () => ({ traceFlags: 1 }), resource: {} } as never;
    const fail = async (count: number) => {
      for (let at = 0; at < count; at += 1) bounded.onEnd(span);
      await bounded.forceFlush();
    };
    for (let times = 0; times < 3; times += 1) await fail(10);
    expect(losses).toEqual([{ lost: 10, reason: 'refused' }]);
    nowMs = 60_000;
    await fail(5);
    expect(losses.slice(1)).toEqual([{ lost: 25, reason: 'refused' }]);
    await bounded.shutdown();
  });
});
