import type { ChannelCheck } from '@kassa/contracts';
import { type CommonOptions, print } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { checkText } from './channel-text.ts';

/**
 * Prints the steps of a check.
 *
 * @throws {CliError} when a step failed, or every step was skipped
 */
export function printCheck(world: CliWorld, options: CommonOptions, check: ChannelCheck): void {
  print(world, options, check, checkText);
  const failed = check.steps.filter(({ outcome }) => outcome === 'failed').length;
  if (check.outcome === 'failed') {
    throw new CliError('refused', `${failed} of ${check.steps.length} steps failed.`);
  }
  if (check.outcome === 'skipped') throw new CliError('skipped', 'SKIPPED: nothing was checked.');
}
