import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import { runTrial, type TrialResult } from '../adapters/outbound/channels/trial/trial-task.ts';
import {
  cleaned,
  recordingFetch,
  replayingFetch,
  type TranscriptLine,
} from '../adapters/outbound/channels/trial/trial-transcript.ts';

export type ChannelTrial =
  | { readonly kind: 'tried'; readonly results: readonly TrialResult[]; readonly transcript: string }
  | { readonly kind: 'refused'; readonly message: string };

export interface TrialRequest {
  readonly channelType: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly tell: (result: TrialResult) => void;
  /** Replaces the wait between two looks at the processor. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * Tries a channel type at the processor's test environment for `kassa-admin channel trial`. No gateway and no database is
 * needed. Only test keys are accepted, so no real money moves.
 */
export async function tryChannel(request: TrialRequest): Promise<ChannelTrial> {
  const { channelType, environment, tell, pause = wait } = request;
  const kind = channelKinds.find((each) => each.channelType === channelType);
  if (kind?.accounts !== 'stored' || kind.trial === null) {
    return { kind: 'refused', message: `There is no trial of ${channelType}; there is one of ProcessorA.` };
  }
  const reading = kind.describe('sandbox').read(request.credentials);
  if (reading.kind === 'invalid') {
    const faults = reading.faults.map(({ path, message }) => `${path} ${message}`.trim());
    return { kind: 'refused', message: `A trial needs credentials with test keys: ${faults.join('; ')}.` };
  }
  const lines: TranscriptLine[] = [
    {
      kind: 'trial',
      channelType,
      trialId: randomBytes(6).toString('hex'),
      startedAt: new Date().toISOString(),
    },
  ];
  const results = await perform(kind.trial, lines, {
    credentials: reading.members,
    url: environment[kind.urlVariable] ?? null,
    fetch: recordingFetch(fetch, (line) => lines.push(line)),
    pause,
    tell,
  });
  for (const result of results) lines.push({ kind: 'result', ...result });
  return { kind: 'tried', results, transcript: lines.map((line) => `${JSON.stringify(line)}\n`).join('') };
}

/** Performs a recorded trial again. The recorded answers replace the processor. */
export async function replayTrial(
  transcript: string,
): Promise<{ readonly recorded: readonly TrialResult[]; readonly replayed: readonly TrialResult[] }> {
  const lines = transcript
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TranscriptLine);
  const [header] = lines;
  if (header?.kind !== 'trial') throw new Error('the transcript does not begin with the trial');
  const kind = channelKinds.find((each) => each.channelType === header.channelType);
  if (kind?.accounts !== 'stored' || kind.trial === null)
    throw new Error(`no trial of ${header.channelType}`);
  const replayed = await perform(kind.trial, [header], {
    // The replay calls nobody, so any credentials of the right form will do.
    credentials: {
      secretKey: 'sk_test_replayed',
      publicKey: 'pk_test_replayed',
      callbackSecret: 'whsec_replayed',
    },
    url: 'http://replay.invalid',
    fetch: replayingFetch(lines),
    pause: async () => {},
    tell: () => {},
  });
  const recorded = lines.flatMap((line) => {
    if (line.kind !== 'result') return [];
    const { kind: _, ...result } = line;
    return [result];
  });
  return { recorded, replayed };
}

type StoredKind = Extract<(typeof channelKinds)[number], { accounts: 'stored' }>;

function perform(
  trial: NonNullable<StoredKind['trial']>,
  lines: TranscriptLine[],
  {
    tell,
    ...access
  }: {
    credentials: Readonly<Record<string, string>>;
    url: string | null;
    fetch: typeof fetch;
    pause: (ms: number) => Promise<unknown>;
    tell: (result: TrialResult) => void;
  },
): Promise<readonly TrialResult[]> {
  const [header] = lines;
  if (header?.kind !== 'trial') throw new Error('the trial has no header');
  const tasks = trial({
    ...access,
    trialId: header.trialId,
    startedAt: new Date(header.startedAt),
    pause: async (ms) => {
      await access.pause(ms);
    },
    note: ({ event, notification }) =>
      lines.push({ kind: 'report', event: cleaned(event), notification: cleaned(notification) }),
  });
  return runTrial(tasks, tell);
}
