import {
  type Channel,
  type ChannelCheck,
  type ChannelHealth,
  type ChannelList,
  channelAccountStateMeanings,
} from '@kassa/contracts';
import { layOut, table } from '@kassa/contracts/terminal';

const secret = '(secret, not shown)';

export function channelText(channel: Channel): string {
  const { state, problem, credentials } = channel;
  return layOut([
    ['Channel', channel.channel_id],
    ['Type', channel.channel_type],
    ['Serves', servedText(channel)],
    [
      'State',
      problem === null ? `${state}\n${channelAccountStateMeanings[state]}` : `${state}\nUNUSABLE: ${problem}`,
    ],
    ['Callbacks to', channel.callback_url],
    ['Circuit', circuitText(channel.health)],
    ['Last minutes', callsText(channel.health)],
    ...Object.entries(credentials).map(([name, value]): [string, string] => [name, value ?? secret]),
    ...(channel.has_previous_callback_secret
      ? [
          [
            'Rotation',
            'callbacks signed with the previous secret are accepted too, until `channel retire-secret`',
          ] as const,
        ]
      : []),
    ...momentsOf(channel),
  ]);
}

function circuitText({ circuit, probe_due_at }: ChannelHealth): string {
  switch (circuit) {
    case 'closed':
      return 'closed';
    case 'half_open':
      return 'half open: one payment tests whether the channel works again';
    case 'open':
      return `OPEN: too many calls failed, so the channel gets no new payments until ${probe_due_at ?? 'a test payment succeeds'}`;
  }
}

function callsText({ calls, error_rate, median_ms, p95_ms, running, waiting }: ChannelHealth): string {
  const load = running + waiting === 0 ? '' : `; ${running} running, ${waiting} waiting`;
  if (error_rate === null) return `no calls${load}`;
  return `${calls} calls, ${percent(error_rate)} failed, median ${ms(median_ms)}, p95 ${ms(p95_ms)}${load}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function ms(duration: number | null): string {
  return duration === null ? 'unknown' : `${Math.round(duration)} ms`;
}

function servedText({ merchant_id, source }: Channel): string {
  if (source === 'environment') return 'every merchant (this channel is configured by environment variables)';
  return merchant_id ?? 'every merchant without an account of its own';
}

function momentsOf({ created_at, credentials_changed_at, retired_at }: Channel): [string, string][] {
  return (
    [
      ['Since', created_at],
      ['Credentials of', credentials_changed_at],
      ['Retired', retired_at],
    ] as const
  ).flatMap(([label, moment]) => (moment === null ? [] : [[label, moment] as [string, string]]));
}

export function channelListText({ channels }: ChannelList): string {
  if (channels.length === 0) return 'No channels. Add an account: kassa-admin channel add <channel-type>\n';
  const rows = channels.map((channel) => [
    channel.channel_id,
    channel.channel_type,
    channel.merchant_id ?? 'all',
    channel.problem === null ? channel.state : 'UNUSABLE',
    channel.credentials_changed_at ?? 'environment',
    channel.health.circuit,
    String(channel.health.calls),
    channel.health.error_rate === null ? '' : percent(channel.health.error_rate),
    channel.health.p95_ms === null ? '' : ms(channel.health.p95_ms),
    channel.problem ?? (channel.has_previous_callback_secret ? 'two callback secrets' : ''),
  ]);
  const headings = [
    'Channel',
    'Type',
    'Serves',
    'State',
    'Credentials of',
    'Circuit',
    'Calls',
    'Failed',
    'p95',
  ];
  return `${table([...headings, 'Note'], rows)}\nCircuit and calls: what the instance that answered has seen in the last five minutes.\n`;
}

export function checkText({ channel_id, outcome, steps }: ChannelCheck): string {
  const rows = steps.map((step) => [step.outcome.toUpperCase(), step.name, step.detail ?? '']);
  return `${channel_id}: ${outcome.toUpperCase()}\n\n${table(['Outcome', 'Step', 'Detail'], rows)}`;
}
