import { type EventType, eventTypes, webhookSecretKey } from '@kassa/contracts';
import { jsonLine, layOut } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import { type Kassa, KassaError } from '../../index.ts';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { keepFolderSecret } from '../listen/folder-secret.ts';
import { holdTarget } from '../listen/hold-target.ts';
import { Listener } from '../listen/listener.ts';
import { type ListenerState, ListenerStateFile } from '../listen/listener-state.ts';
import { readLog } from '../listen/read-log.ts';
import { makeStateFolder, stateFileOf } from '../listen/state-folder.ts';
import { takeIn } from '../listen/take-in.ts';
import { coloursOf } from '../output/colours.ts';
import { jsonReporter, textReporter } from '../output/listen-text.ts';
import { type ConnectionOptions, connect } from '../settings/connect.ts';
import { errorOfSdk } from '../settings/error-of-sdk.ts';
import type { Settings } from '../settings/find-settings.ts';
import { settingOption, withConnectionOptions } from './connection-options.ts';
import { readMoment } from './moments.ts';

interface ListenOptions extends ConnectionOptions {
  readonly forwardTo: string;
  readonly since?: string;
  readonly eventType?: readonly EventType[];
}

/**
 * The largest difference that is expected between this machine's clock and the gateway's. A listener that starts reads existing
 * events this far back, so that it misses none if the clocks differ.
 */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** `kassa listen` */
export function listenCommand(world: CliWorld): Command {
  return withConnectionOptions(
    new Command('listen')
      .description('forward events to a server on this machine, signed like webhooks, without a tunnel')
      .requiredOption('-f, --forward-to <url>', 'where to post events, such as http://localhost:3000/hook')
      .option(
        '--since <time>',
        'forward events logged at this time or later: an RFC 3339 time, or a duration before now, such as 2h (default: continue where the last run ended, else only new events)',
      )
      .addOption(new Option('--event-type <type...>', 'only events of these types').choices(eventTypes))
      .addOption(
        settingOption(
          '--webhook-secret <secret>',
          'secret (whsec_…) that signs the events (default: the demo’s secret, or a new one for this folder)',
        ),
      )
      .addHelpText('after', explanation)
      .action(async (options: ListenOptions) => {
        const { kassa, settings } = connect(world, options);
        try {
          await listen(world, options, kassa, settings);
        } catch (error) {
          if (world.ending.aborted && error instanceof KassaError) return;
          if (error instanceof KassaError) throw errorOfSdk(error, settings, '');
          throw placeFault(error) ?? error;
        }
      }),
  );
}

const explanation = `
The command reads the gateway's event log and stores its position, so it misses no event: when you start it again, it
continues where it ended. It forwards each event at least once, always with the same webhook-id, and the events of one
order in their sequence. If your server is down, the command waits for it. If your server answers with anything but 2xx,
the command tries again, after a minute at most. Ctrl-C ends the command.

Examples:
  kassa listen --forward-to http://localhost:3000/hook
  kassa listen -f localhost:3000/hook --since 2h
  kassa listen -f localhost:3000/hook --event-type order.payment.succeeded order.refund.succeeded`;

async function listen(
  world: CliWorld,
  options: ListenOptions,
  kassa: Kassa,
  settings: Settings,
): Promise<void> {
  const url = readTarget(options.forwardTo);
  const since = options.since === undefined ? undefined : readMoment(options.since, '--since', new Date());
  makeStateFolder(settings.stateFolder);
  const secret = secretOf(settings);
  const file = new ListenerStateFile(
    stateFileOf(settings.stateFolder, {
      baseUrl: settings.baseUrl.value,
      merchantId: settings.merchantId?.value ?? '',
      url,
    }),
  );
  const letGo = holdTarget(file.file);
  try {
    const wanted = options.eventType;
    const kept = since === undefined ? file.read() : undefined;
    const state = kept ?? (await begin(kassa, since, world.ending));
    file.write(state);
    const beginning = beginningText(since, kept);
    if (options.json) {
      const ready = { kind: 'ready', forward_to: url, webhook_secret: secret.value, beginning };
      world.write(jsonLine(ready));
    } else {
      world.write(
        `${layOut([
          ['Events of', `${settings.merchantId?.value} at ${settings.baseUrl.value}`],
          ['go to', { text: url, paint: coloursOf(world.outputHasColours).cyan }],
          ['beginning', beginning],
          ['signed with', secret.shown],
        ])}\n`,
      );
    }
    const listener = new Listener({
      kassa,
      stateFile: file,
      state,
      target: { url, secret: secret.value },
      isWanted: ({ event_type }) => wanted === undefined || wanted.includes(event_type),
      reporter: options.json
        ? jsonReporter(world.write)
        : textReporter(world.write, coloursOf(world.outputHasColours)),
      ending: world.ending,
    });
    await listener.run();
    const waiting = listener.waitingCount;
    if (options.json) world.write(jsonLine({ kind: 'ended', waiting }));
    else
      world.write(
        `\nEnded${waiting === 0 ? '' : `; ${waiting} still wait`}. Start it again to go on from here.\n`,
      );
  } finally {
    letGo();
  }
}

/**
 * Creates the state of a new listener. If the user names a start time, the listener forwards all events since then. Otherwise
 * it treats all existing events as handled, and forwards only new ones.
 */
async function begin(kassa: Kassa, since: Date | undefined, ending: AbortSignal): Promise<ListenerState> {
  const from = since ?? new Date(Date.now() - CLOCK_TOLERANCE_MS);
  const empty = { since: from.toISOString(), resumeAfter: null, passed: [], waiting: [] };
  if (since !== undefined) return empty;
  const reading = await readLog(kassa, empty, () => false, ending);
  return takeIn(empty, reading, () => false);
}

function beginningText(since: Date | undefined, kept: ListenerState | undefined): string {
  if (since !== undefined) return `with the events logged since ${since.toISOString()}`;
  if (kept === undefined) return 'with new events';
  const waiting = kept.waiting.length;
  return `where the last run ended${waiting === 0 ? '' : `; ${waiting} ${waiting === 1 ? 'event waits' : 'events wait'}`}`;
}

/** Turns a file system error about the state folder into a CLI error. Returns undefined for any other error. */
function placeFault(error: unknown): CliError | undefined {
  const { code, path, syscall } = error as Partial<NodeJS.ErrnoException>;
  if (code === undefined || path === undefined || syscall === undefined) return undefined;
  return new CliError('usage', `The position in the log cannot be stored in ${path} (${code}).`, {
    whatToDo:
      'Free some disk space, or fix the write permission of the folder. Some events that were forwarded will be forwarded again.',
  });
}

/** @throws {CliError} when events cannot be posted to the address */
function readTarget(text: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw new CliError('usage', '--forward-to must be an address that starts with http:// or https://.');
  }
  const url = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(url)) {
    const { username, password, href } = new URL(url);
    if (username === '' && password === '') return href;
    // Do not repeat the address in the message, because the address may contain a password.
    throw new CliError('usage', '--forward-to must not contain a user name or password.');
  }
  throw new CliError(
    'usage',
    `--forward-to: "${text}" is not a valid address. Example: http://localhost:3000/hook`,
  );
}

function secretOf({ webhookSecret, stateFolder }: Settings): { value: string; shown: string } {
  if (webhookSecret === undefined) {
    const value = keepFolderSecret(stateFolder);
    return { value, shown: `${value}\nmade for this folder; set it as KASSA_WEBHOOK_SECRET in your server` };
  }
  try {
    webhookSecretKey(webhookSecret.value);
  } catch (error) {
    if (error instanceof TypeError) throw new CliError('usage', `${webhookSecret.from}: ${error.message}`);
    throw error;
  }
  return { value: webhookSecret.value, shown: `the webhook secret from ${webhookSecret.from}` };
}
