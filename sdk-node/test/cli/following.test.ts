import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseDue, downDelayMs, retryDelayMs, type WaitingEvent } from '../../src/cli/listen/choose-due.ts';
import { holdTarget } from '../../src/cli/listen/hold-target.ts';
import { ListenerStateFile } from '../../src/cli/listen/listener-state.ts';
import { readLog } from '../../src/cli/listen/read-log.ts';
import { notePassed, takeIn } from '../../src/cli/listen/take-in.ts';
import type { EventPage, Kassa, WebhookEvent } from '../../src/index.ts';
import { signTestEvent } from '../../src/testing/index.ts';

function event(order: string, sequence: number): WebhookEvent {
  return signTestEvent({
    secret: `whsec_${'A'.repeat(43)}=`,
    event_type: 'order.payment.succeeded',
    event_id: `${order}${sequence}`,
    data: { order_id: order, sequence },
  }).event;
}

function waiting(order: string, sequence: number, more: Partial<WaitingEvent> = {}): WaitingEvent {
  return { event: event(order, sequence), failures: 0, dueAtMs: 0, isInHand: false, ...more };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kassa-cli-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

describe('what is forwarded next', () => {
  const ids = (events: readonly WaitingEvent[]) => events.map((one) => one.event.event_id);

  test('is the first event of each order, by its sequence', () => {
    expect(ids(chooseDue([waiting('a', 2), waiting('b', 1), waiting('a', 1)], 0, 8))).toEqual(['a1', 'b1']);
  });
  test('is no event of an order with an event in progress', () => {
    expect(
      ids(chooseDue([waiting('a', 1, { isInHand: true }), waiting('a', 2), waiting('b', 1)], 0, 8)),
    ).toEqual(['b1']);
  });
  test('is at most the requested number of events', () => {
    expect(ids(chooseDue([waiting('a', 1), waiting('b', 1), waiting('c', 1)], 0, 2))).toEqual(['a1', 'b1']);
  });
  test('waits for a failed event, until that has failed three times', () => {
    const later = (failures: number) => [waiting('a', 1, { failures, dueAtMs: 9 }), waiting('a', 2)];
    expect(ids(chooseDue(later(2), 5, 8))).toEqual([]);
    expect(ids(chooseDue(later(2), 9, 8))).toEqual(['a1']);
    expect(ids(chooseDue(later(3), 5, 8))).toEqual(['a2']);
  });
  test('is tried again after bounded times', () => {
    expect([1, 2, 3, 6, 7, 99].map(retryDelayMs)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
    expect([1, 2, 5, 6, 99].map(downDelayMs)).toEqual([250, 500, 4000, 5000, 5000]);
  });
});

describe('a poll of the log', () => {
  type Answer = { ids: string[]; next: string | null; resume: string | null };

  /** Creates an event log that answers with these pages, one after another. */
  function logOf(...answers: Answer[]) {
    const asked: object[] = [];
    const pageOf = (answer: Answer): EventPage => {
      const events = answer.ids.map((id) => ({ event: event(id[0] ?? '', Number(id.slice(1))) }));
      const page = { events, next: answer.next, resume_after: answer.resume };
      const nextPage = async () => {
        const following = answers.shift();
        return following === undefined ? null : pageOf(following);
      };
      return Object.assign(page, { nextPage }) as unknown as EventPage;
    };
    const list = async (params: object) => {
      asked.push(params);
      return pageOf(answers.shift() as Answer);
    };
    return { kassa: { events: { list } } as unknown as Kassa, asked };
  }

  const start = { since: '2026-11-22T00:00:00Z', resumeAfter: null };
  const never = () => false;
  const { signal } = new AbortController();

  test('continues at the position that the first unsettled page names', async () => {
    const { kassa } = logOf(
      { ids: ['a1', 'a2'], next: 'a2', resume: 'a2' },
      { ids: ['a3', 'a4'], next: 'a4', resume: 'a3' },
      // By now, no event can enter the log before `a4`. But one may have entered among the previous pages after they were read,
      // so the next poll must start at `a3`.
      { ids: ['a5'], next: null, resume: 'a4' },
    );
    const reading = await readLog(kassa, start, never, signal);
    expect(reading.events.map(({ event_id }) => event_id)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(reading).toMatchObject({ resumeAfter: 'a3', isWhole: true });
  });

  test('keeps its cursor while the log has no later one', async () => {
    const { kassa, asked } = logOf({ ids: ['a2'], next: null, resume: null });
    const reading = await readLog(kassa, { ...start, resumeAfter: 'a1' }, never, signal);
    expect(reading.resumeAfter).toBe('a1');
    expect(asked).toMatchObject([{ after: 'a1' }]);
  });

  test('ends early if the caller has enough events', async () => {
    const { kassa } = logOf(
      { ids: ['a1', 'a2'], next: 'a2', resume: 'a2' },
      { ids: ['a3'], next: null, resume: 'a2' },
    );
    const reading = await readLog(kassa, start, ({ length }) => length >= 2, signal);
    expect(reading).toMatchObject({ resumeAfter: 'a2', isWhole: false, events: { length: 2 } });
  });
});

describe('the state of a listener', () => {
  const state = { since: 's', resumeAfter: null, passed: ['a1', 'a2'], waiting: [event('a', 3)] };
  const everything = () => true;

  test('adds new events, and forgets events that are not listed any more', () => {
    const events = [event('a', 2), event('a', 3), event('a', 4), event('a', 5)];
    const reading = { events, resumeAfter: 'a1', isWhole: true };
    const next = takeIn(state, reading, ({ event_id }) => event_id !== 'a5');
    expect(next).toMatchObject({ resumeAfter: 'a1', passed: ['a2', 'a5'] });
    expect(next.waiting.map(({ event_id }) => event_id)).toEqual(['a3', 'a4']);
  });

  test('forgets nothing after a poll that ended early', () => {
    const reading = { events: [event('a', 1)], resumeAfter: 'a1', isWhole: false };
    expect(takeIn(state, reading, everything).passed).toEqual(['a1', 'a2']);
  });

  test('records forwarded events', () => {
    expect(notePassed(state, 'a3')).toMatchObject({ passed: ['a1', 'a2', 'a3'], waiting: [] });
  });

  test('is the same after it was written and read, and leaves no temporary files', () => {
    const place = folder();
    const file = new ListenerStateFile(join(place, 'state.json'));
    expect(file.read()).toBeUndefined();
    file.write(state);
    expect(file.read()).toEqual(state);
    expect(readdirSync(place)).toEqual(['state.json']);
  });

  test.for([
    '{"since":',
    JSON.stringify({ ...state, waiting: [null] }),
    JSON.stringify({ ...state, waiting: [{ event_id: 'a1', data: null }] }),
    JSON.stringify({ ...state, passed: [{}] }),
  ])('is refused when it is damaged: %s', (content) => {
    const file = join(folder(), 'state.json');
    writeFileSync(file, content);
    expect(() => new ListenerStateFile(file).read()).toThrow(/is damaged\. Remove it/);
  });
});

describe('a target', () => {
  test('is held by one process, and taken over from a process that has ended', () => {
    const file = join(folder(), 'state.json');
    // The process that started this one is running. No process has an ID as high as the second one.
    writeFileSync(`${file}.lock`, String(process.ppid));
    expect(() => holdTarget(file)).toThrow(`process ${process.ppid}`);
    writeFileSync(`${file}.lock`, '999999999');
    const letGo = holdTarget(file);
    expect(readdirSync(join(file, '..'))).toEqual(['state.json.lock']);
    letGo();
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });
});
