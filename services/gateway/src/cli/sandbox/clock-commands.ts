import { MAX_CLOCK_AHEAD_SECONDS, type MoveClockRequest, type SandboxClock } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { readDuration, spokenDuration } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { ask, type CommonOptions, print, withCommonOptions } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { clockText } from './clock-text.ts';

interface AdvanceOptions extends CommonOptions {
  readonly toNextDue?: true;
}

/** `kassa-admin clock …` */
export function clockCommands(world: CliWorld): Command {
  const clock = new Command('clock').description(
    'move the sandbox’s clock forward, so that orders expire, webhooks are retried and old data is deleted without waiting',
  );
  const move = async (options: CommonOptions, request: MoveClockRequest) =>
    show(options, await ask(world, options, endpoints.moveClock, { body: request }));
  const show = (options: CommonOptions, reading: SandboxClock) => print(world, options, reading, clockText);

  withCommonOptions(clock.command('show', { isDefault: true }))
    .description('show the time of the sandbox’s clock, and which work falls due next')
    .action(async (options: CommonOptions) => {
      show(options, await ask(world, options, endpoints.readClock, {}));
    });

  withCommonOptions(clock.command('advance'))
    .description(
      'move the sandbox’s clock forward by a duration, or to the time at which the next work falls due',
    )
    .argument('[duration]', 'a duration such as 31m, 90s or 3d12h')
    .option(
      '--to-next-due',
      'wait until all work that is due now is done, then move the clock to the time at which the next work falls due',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  kassa-admin clock advance 31m\n  kassa-admin clock advance --to-next-due',
    )
    .action(async (duration: string | undefined, options: AdvanceOptions) => {
      if ((duration === undefined) === (options.toNextDue === undefined)) {
        throw new CliError('usage', 'Give a duration such as 31m, or --to-next-due.');
      }
      await move(
        options,
        duration === undefined ? { to_next_due: true } : { advance_seconds: durationOf(duration) },
      );
    });

  withCommonOptions(clock.command('to'))
    .description('move the sandbox’s clock forward to a moment')
    .argument('<time>', 'the new time of the sandbox’s clock in RFC 3339, such as 2026-12-24T18:00:00Z')
    .action(async (moment: string, options: CommonOptions) => move(options, { to: moment }));

  return clock;
}

function durationOf(text: string): number {
  const seconds = readDuration(text);
  if (seconds === undefined) {
    throw new CliError('usage', `${text} is not a duration. Write it like 90s, 31m, 2h30m or 3d12h.`);
  }
  if (seconds < 1 || seconds > MAX_CLOCK_AHEAD_SECONDS) {
    const longest = spokenDuration(MAX_CLOCK_AHEAD_SECONDS);
    throw new CliError('usage', `The duration must be from 1s to ${longest}; ${text} is not.`);
  }
  return seconds;
}
