import { type EventType, eventTypes } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { EventResendParams, Kassa, LoggedEvent } from '../../index.ts';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { coloursOf } from '../output/colours.ts';
import { eventListText, resentText } from '../output/event-list-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import { type FirstItems, takeFirst } from './first-items.ts';
import { readLimit } from './limits.ts';
import { readMoment } from './moments.ts';

interface ListOptions extends ConnectionOptions {
  readonly since: string;
  readonly eventType?: EventType;
  readonly limit: number;
  readonly after?: string;
}

interface ResendOptions extends ConnectionOptions {
  readonly since?: string;
  readonly until?: string;
  readonly eventType?: EventType;
}

/** `kassa event …` */
export function eventCommands(world: CliWorld): Command {
  const event = new Command('event').description('list events and their deliveries, and resend events');
  addList(event, world);
  addResend(event, world);
  return event;
}

function addList(event: Command, world: CliWorld): void {
  withConnectionOptions(
    event
      .command('list')
      .description('list events, oldest first, with the state of their delivery to your webhook address')
      .option(
        '--since <time>',
        'only events logged at this time or later: an RFC 3339 time, or a duration before now, such as 2h',
        '24h',
      )
      .addOption(new Option('--event-type <type>', 'only events of this type').choices(eventTypes))
      .option('--limit <count>', 'maximum number', readLimit, 50)
      .option('--after <event-id>', 'start after this event')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa event list --since 1h\n' +
          '  kassa event list --since 24h --json | jq \'.events[] | select(.delivery_state == "failed") | .event.event_id\'',
      )
      .action(async (options: ListOptions) => {
        const found = await call(world, options, (kassa) => listEvents(kassa, options));
        const colours = coloursOf(world.outputHasColours);
        world.write(
          options.json
            ? jsonText({ events: found.items, next: found.next })
            : eventListText(found.items, found.next, colours),
        );
      }),
  );
}

function addResend(event: Command, world: CliWorld): void {
  withConnectionOptions(
    event
      .command('resend')
      .description('resend events to the webhook address, with the same webhook-id')
      .argument('[event-id...]', 'up to 100 event IDs; or give a time span with --since')
      .option(
        '--since <time>',
        'events logged at this time or later: an RFC 3339 time, or a duration before now, such as 2h',
      )
      .option('--until <time>', 'events logged before this time (default: now)')
      .addOption(
        new Option('--event-type <type>', 'with --since: resend only events of this type').choices(
          eventTypes,
        ),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  kassa event resend evt_5d41402abc4b2a76b9719d911017c592_2\n' +
          '  kassa event resend --since 3h --until 1h --event-type order.payment.succeeded',
      )
      .action(async (eventIds: string[], options: ResendOptions) => {
        const what = resendParams(eventIds, options);
        const resent = await call(world, options, async (kassa) => {
          let sum = 0;
          for await (const part of kassa.events.resend(what)) sum += part.resent;
          return sum;
        });
        world.write(options.json ? jsonText({ resent }) : resentText(resent));
      }),
  );
}

async function listEvents(kassa: Kassa, options: ListOptions): Promise<FirstItems<LoggedEvent>> {
  const { since, eventType, limit, after } = options;
  const list = kassa.events.list({
    since: readMoment(since, '--since', new Date()),
    ...(eventType !== undefined && { event_type: eventType }),
    ...(after !== undefined && { after }),
    // Fetch one event more than the command shows. If there is one, the command tells the user how to list the rest.
    limit: Math.min(100, limit + 1),
  });
  return takeFirst(list, limit, ({ event }) => event.event_id);
}

/** @throws {CliError} unless either IDs or a time span are given */
function resendParams(eventIds: readonly string[], options: ResendOptions): EventResendParams {
  const { since, until, eventType } = options;
  const isSpan = since !== undefined || until !== undefined || eventType !== undefined;
  if (isSpan === eventIds.length > 0) {
    throw new CliError('usage', 'Give either event IDs or a time span with --since, not both.');
  }
  if (!isSpan) return { event_ids: eventIds };
  if (since === undefined) throw new CliError('usage', 'A time span needs --since.');
  const now = new Date();
  return {
    since: readMoment(since, '--since', now),
    until: until === undefined ? now : readMoment(until, '--until', now),
    ...(eventType !== undefined && { event_type: eventType }),
  };
}
