import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import {
  runTrial,
  type Trial,
  type TrialAccess,
  type TrialResult,
} from '../adapters/outbound/channels/trial/trial-task.ts';
import {
  cleaned,
  recordingFetch,
  replayingFetch,
  type TranscriptLine,
} from '../adapters/outbound/channels/trial/trial-transcript.ts';
import { TrialWebhookServer } from './trial-webhooks.ts';

export type ChannelTrial =
  | { readonly kind: 'tried'; readonly results: readonly TrialResult[]; readonly transcript: string }
  | { readonly kind: 'refused'; readonly message: string };

export interface TrialRequest {
  readonly channelType: string;
  readonly credentials: Credentials;
  readonly environment: NodeJS.ProcessEnv;
  /** The port of this machine at which the trial receives webhooks; 0 for any free port. Absent if the trial receives none. */
  readonly listen?: number;
  /** Called with the address at which the trial receives webhooks. */
  readonly listening?: (url: string) => void;
  readonly tell: (result: TrialResult) => void;
  /** Replaces the wait between two checks at the processor. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

type Credentials = Readonly<Record<string, string>>;
type Header = Extract<TranscriptLine, { kind: 'trial' }>;

/**
 * Tries a channel type at the processor's test environment for `kassa-admin channel trial`. No gateway and no database is
 * needed. Only test keys are accepted, so no real money moves.
 */
export async function tryChannel(request: TrialRequest): Promise<ChannelTrial> {
  const { channelType, environment, pause = wait } = request;
  const kind = channelKinds.find((each) => each.channelType === channelType);
  if (kind?.accounts !== 'stored' || kind.trial === null) {
    const message = `The channel type ${channelType} has no trial. These types have one: ${typesWithTrial().join(', ')}.`;
    return { kind: 'refused', message };
  }
  const { trial, urlVariable } = kind;
  const type = kind.describe('sandbox');
  const reading = type.read(request.credentials);
  if (reading.kind === 'invalid') {
    const faults = reading.faults.map(({ path, message }) => `${path} ${message}`.trim());
    return { kind: 'refused', message: `A trial needs credentials with test keys: ${faults.join('; ')}.` };
  }
  const { members } = reading;
  const server = await webhookServerOf(request, trial).catch(portOfWebhooksTaken);
  if (server === 'taken') {
    const message = `Port ${request.listen} of this machine cannot be opened: another program may use it. Choose another port with --listen.`;
    return { kind: 'refused', message };
  }
  if (server === 'missing') {
    const message = `A trial of ${channelType} needs the processor's webhooks: give --listen <port>, and make the processor deliver them to that port of this machine.`;
    return { kind: 'refused', message };
  }
  const header: Header = {
    kind: 'trial',
    channelType,
    trialId: randomBytes(6).toString('hex'),
    startedAt: new Date().toISOString(),
    names: Object.fromEntries(
      type.namingMembers.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])),
    ),
    given: Object.keys(members),
  };
  const lines: TranscriptLine[] = [header];
  try {
    const tasks = trial.tasks({
      ...identityOf(header),
      credentials: members,
      url: environment[urlVariable] ?? null,
      fetch: recordingFetch(fetch, (line) => lines.push(line)),
      webhooks: () => server?.received ?? null,
      note: noteIn(lines),
      pause: async (ms) => {
        await pause(ms);
      },
    });
    const results = await runTrial(tasks, request.tell);
    for (const result of results) lines.push({ kind: 'result', ...result });
    const transcript = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return { kind: 'tried', results, transcript };
  } finally {
    await server?.stop();
  }
}

function typesWithTrial(): readonly string[] {
  return channelKinds.flatMap((kind) =>
    kind.accounts === 'stored' && kind.trial !== null ? [kind.channelType] : [],
  );
}

async function webhookServerOf(
  { listen, listening }: TrialRequest,
  { webhooks }: Trial<Credentials>,
): Promise<TrialWebhookServer | null | 'missing'> {
  if (listen === undefined) return webhooks.areNeeded ? 'missing' : null;
  const server = await TrialWebhookServer.start(listen, webhooks.acknowledgement);
  listening?.(server.url);
  return server;
}

function portOfWebhooksTaken(error: unknown): 'taken' {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['EADDRINUSE', 'EACCES'].includes(code)) return 'taken';
  throw error;
}

/** Replays a recorded trial, using the recorded answers and webhooks in place of the processor. */
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
  const { trial } = kind;
  const credentials = replayedWith(trial, header);
  const webhooks = lines.flatMap((line) =>
    line.kind === 'report' ? [trial.webhooks.sign(line.event, credentials)] : [],
  );
  const tasks = trial.tasks({
    ...identityOf(header),
    credentials,
    url: 'http://replay.invalid',
    fetch: replayingFetch(lines),
    webhooks: () => webhooks,
    note: () => {},
    pause: async () => {},
  });
  const recorded = lines.flatMap((line) => {
    if (line.kind !== 'result') return [];
    const { kind: _, ...result } = line;
    return [result];
  });
  // Leave out tasks that were added to the trial after the recording.
  const names = new Set(recorded.map(({ name }) => name));
  const replayed = await runTrial(
    tasks.filter(({ name }) => names.has(name)),
    () => {},
  );
  return { recorded, replayed };
}

/**
 * Made-up credentials for replaying a recorded trial. They name the account of the trial, and lack the optional members that
 * the recorded trial's credentials lacked.
 */
function replayedWith(trial: Trial<Credentials>, { names = {}, given }: Header): Credentials {
  const members = Object.entries({ ...trial.replayedWith, ...names });
  return Object.fromEntries(members.filter(([name]) => given?.includes(name) ?? true));
}

function identityOf({ trialId, startedAt }: Header): Pick<TrialAccess<unknown>, 'trialId' | 'startedAt'> {
  return { trialId, startedAt: new Date(startedAt) };
}

function noteIn(lines: TranscriptLine[]): TrialAccess<unknown>['note'] {
  return ({ event, notification }) =>
    lines.push({ kind: 'report', event: cleaned(event), notification: cleaned(notification) });
}
