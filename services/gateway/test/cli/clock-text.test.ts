import type { SandboxClock } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { clockText } from '../../src/cli/sandbox/clock-text.ts';

const order_id = `ord_${'5'.repeat(32)}`;
const event_id = `evt_${'5'.repeat(32)}_2`;
const reading: SandboxClock = {
  now: '2026-11-21T10:00:00.000Z',
  real_now: '2026-11-21T09:00:00.000Z',
  ahead_seconds: 3600,
  next_due_at: '2026-11-21T10:00:30.000Z',
  next_due: { at: '2026-11-21T10:00:30.000Z', kind: 'webhook_try', order_id, subject_id: event_id },
  fell_due: null,
};

test('the next due item is shown with its time and its subject', () => {
  const text = clockText(reading);
  expect(text).toContain('2026-11-21T10:00:30.000Z (in 30s)');
  expect(text).toContain(`delivering ${event_id} of ${order_id} (webhook_try)`);
  expect(text).not.toContain('Fell due');
});

test('items that fell due are listed too', () => {
  const fell_due = { at: reading.now, kind: 'order_expiry', order_id, subject_id: order_id } as const;
  const text = clockText({ ...reading, fell_due });
  expect(text).toMatch(
    /^ {2}Fell due +2026-11-21T10:00:00.000Z\n +end of the validity of ord_5+ \(order_expiry\)$/m,
  );
  expect(text).toMatch(/^ {2}Next due /m);
});

test('unfinished work is shown as running', () => {
  const next_due = { at: reading.now, kind: 'webhook_try', order_id, subject_id: event_id } as const;
  expect(clockText({ ...reading, next_due })).toContain(`${reading.now} (being done)`);
});

test('an empty list says that nothing waits', () => {
  expect(clockText({ ...reading, next_due_at: null, next_due: null })).toMatch(/Next due +nothing waits$/m);
});
