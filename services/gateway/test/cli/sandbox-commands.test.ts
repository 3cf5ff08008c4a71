import { compileValidator, SandboxClock, sandboxTriggers } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;

beforeAll(async () => {
  bench = await CliBench.start();
});
afterAll(() => bench.stop());

describe('kassa-admin clock', () => {
  async function ahead(): Promise<number> {
    return (await bench.clock()).ahead_seconds;
  }

  test('shows the clock as JSON, and formats it for people', async () => {
    const shown = JSON.parse((await bench.run(['clock', 'show', '--json'])).output);
    expect(compileValidator(SandboxClock)(shown)).toMatchObject({ kind: 'valid' });
    const { exitCode, output } = await bench.run(['clock', 'show']);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^ {2}Business time +\S+Z \(.+ ahead\)$/m);
    expect(output).toMatch(/^ {2}Next due +nothing waits$/m);
    expect((await bench.run(['clock'])).output).toMatch(/^ {2}Next due +nothing waits$/m);
  });

  test('moves the clock by a duration', async () => {
    const before = await ahead();
    const moved = await bench.run(['clock', 'advance', '3d12h', '--json']);
    expect(moved.exitCode).toBe(0);
    expect(Math.round(JSON.parse(moved.output).ahead_seconds - before)).toBe(84 * 3600);
    expect((await bench.run(['clock', 'advance', '31m'])).output).toMatch(/\(3d 12h 31m ahead\)$/m);
  });

  test('moves the clock to a moment, and not back', async () => {
    const moment = new Date(Date.now() + 10 * 86_400_000).toISOString();
    expect((await bench.run(['clock', 'to', moment])).exitCode).toBe(0);
    expect(Math.round((await ahead()) / 86_400)).toBe(10);
    const back = await bench.run(['clock', 'to', new Date().toISOString()]);
    expect(back).toMatchObject({ exitCode: 1, errors: expect.stringContaining('CLOCK_ONLY_FORWARD') });
  });

  test('reports a refusal as JSON', async () => {
    const { exitCode, errors } = await bench.run(['clock', 'advance', '--to-next-due', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(errors).error).toMatchObject({ outcome: 'refused', name: 'NOTHING_DUE' });
  });

  test.each([
    ['advance'],
    ['advance', 'soon'],
    ['advance', '5'],
    ['advance', '-5m'],
    ['advance', '12h3d'],
    ['advance', '5m', '--to-next-due'],
    ['advance', '0s'],
    ['advance', '401d'],
  ])('does not accept %s %s %s as a move', async (...args) => {
    const before = await ahead();
    expect(await bench.run(['clock', ...args.filter(Boolean)])).toMatchObject({ exitCode: 2, output: '' });
    expect(Math.round(await ahead())).toBe(Math.round(before));
  });

  test('names an invalid moment', async () => {
    const { exitCode, errors } = await bench.run(['clock', 'to', 'tomorrow']);
    expect(exitCode).toBe(1);
    expect(errors).toContain('INVALID_REQUEST: <time> must be an RFC 3339 timestamp');
  });
});

describe('kassa-admin trigger', () => {
  const orderId = `ord_${'0'.repeat(32)}`;

  test('reports a refusal', async () => {
    const { exitCode, errors } = await bench.run(['trigger', orderId, 'dispute_opened']);
    expect(exitCode).toBe(1);
    expect(errors).toContain(`ORDER_NOT_FOUND: There is no order ${orderId}.`);
  });

  test('lists the triggers if it does not know the given one', async () => {
    const { exitCode, errors } = await bench.run(['trigger', orderId, 'earthquake']);
    expect(exitCode).toBe(2);
    expect(errors).toContain('callback_repeated');
  });

  test('lists in its help everything that it can trigger', async () => {
    const { output } = await bench.run(['trigger', '--help']);
    const explanations = output.slice(output.indexOf('display help'));
    expect(sandboxTriggers.filter((what) => !explanations.includes(what))).toEqual([]);
  });
});
