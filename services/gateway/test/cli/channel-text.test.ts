import type { Channel } from '@kassa/contracts';
import { expect, test } from 'vitest';
import { channelListText, channelText } from '../../src/cli/channels/channel-text.ts';

const idle: Channel = {
  channel_id: 'ProcessorA',
  channel_type: 'ProcessorA',
  merchant_id: null,
  source: 'account',
  state: 'active',
  problem: null,
  credentials: { secretKey: null },
  has_previous_callback_secret: false,
  callback_url: 'https://api.pay.example/api/webhook/ProcessorA',
  health: {
    circuit: 'closed',
    probe_due_at: null,
    calls: 0,
    error_rate: null,
    median_ms: null,
    p95_ms: null,
    running: 0,
    waiting: 0,
  },
  created_at: '2026-11-21T09:30:00.000Z',
  credentials_changed_at: '2026-11-21T09:30:00.000Z',
  retired_at: null,
};
const down: Channel = {
  ...idle,
  channel_id: 'ProcessorB',
  health: {
    circuit: 'open',
    probe_due_at: '2026-11-22T10:00:30.000Z',
    calls: 40,
    error_rate: 0.125,
    median_ms: 310.4,
    p95_ms: 8000,
    running: 2,
    waiting: 1,
  },
};

test('a channel that is down shows until when, and how its calls went', () => {
  expect(channelText(down)).toContain(
    'OPEN: too many calls failed, so the channel gets no new payments until 2026-11-22T10:00:30.000Z',
  );
  expect(channelText(down)).toContain(
    '40 calls, 12.5 % failed, median 310 ms, p95 8000 ms; 2 running, 1 waiting',
  );
});

test('a channel without calls says that', () => {
  expect(channelText(idle)).toMatch(/Circuit +closed\n +Last minutes +no calls\n/);
});

test('the list distinguishes a channel that is down from an idle one', () => {
  const [headings = '', first = '', second = ''] = channelListText({ channels: [idle, down] }).split('\n');
  expect(headings).toMatch(/Circuit +Calls +Failed +p95 +Note$/);
  expect(first).toMatch(/closed +0$/);
  expect(second).toMatch(/open +40 +12\.5 % +8000 ms$/);
});
