import { currencyList, type EventType, eventTypes } from '@kassa/contracts';
import { jsonText, readDuration } from '@kassa/contracts/terminal';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { withCompletions } from '../completion/value-completions.ts';
import { coloursOf } from '../output/colours.ts';
import { recipeListText, triggeredText } from '../output/trigger-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { bringAbout } from '../trigger/bring-about.ts';
import { describeRecipe, recipes } from '../trigger/recipes.ts';
import { withConnectionOptions } from './connection-options.ts';
import { makeTransactionId } from './transaction-id.ts';

interface TriggerOptions extends ConnectionOptions {
  readonly list?: true;
  readonly amount: string;
  readonly currency: string;
  readonly transactionId?: string;
  /** Milliseconds. */
  readonly timeout: number;
}

/** `kassa trigger <event-type>` */
export function triggerCommand(world: CliWorld): Command {
  return withConnectionOptions(
    new Command('trigger')
      .description('trigger an event in the sandbox with a real order')
      .addArgument(new Argument('[event-type]', 'which event').choices(eventTypes))
      .option('--list', 'list the events, and how each is triggered')
      .option('--amount <amount>', 'amount of the order', '10.00')
      .addOption(
        withCompletions(
          new Option('--currency <code>', 'currency of the order').default('USD'),
          currencyList,
        ),
      )
      .option('--transaction-id <id>', 'your own unique ID of the order (default: a new one)')
      .addOption(
        new Option('--timeout <duration>', 'how long to wait for the event')
          .argParser(readTimeout)
          .default(30_000, '30s'),
      )
      .addHelpText(
        'after',
        '\nExamples:\n  kassa trigger order.payment.succeeded\n  kassa trigger order.refund.failed --amount 4.00 --currency EUR\n  kassa trigger --list',
      )
      .action(async (eventType: EventType | undefined, options: TriggerOptions) => {
        if (options.list) {
          const list = eventTypes.map((type) => ({ event_type: type, how: describeRecipe(recipes[type]) }));
          world.write(options.json ? jsonText(list) : recipeListText(list));
          return;
        }
        if (eventType === undefined) throw new CliError('usage', 'Name an event; --list shows all of them.');
        const colours = coloursOf(world.outputHasColours);
        const order = {
          transactionId: options.transactionId ?? makeTransactionId(new Date()),
          amount: options.amount,
          currency: options.currency,
        };
        const limits = { timeoutMs: options.timeout, ending: world.ending };
        const onStep = (text: string) => {
          if (!options.json) world.write(`  ${colours.green('✓')} ${text}\n`);
        };
        const event = await call(world, options, (kassa) =>
          bringAbout(kassa, eventType, order, limits, onStep),
        );
        world.write(options.json ? jsonText(event) : triggeredText(event, colours));
      }),
  );
}

function readTimeout(text: string): number {
  const seconds = readDuration(text);
  if (seconds !== undefined && seconds > 0) return seconds * 1000;
  throw new InvalidArgumentError('Write it like 90s or 2m.');
}
