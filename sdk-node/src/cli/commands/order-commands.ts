import { type OrderState, orderStates } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { Kassa, PaymentQueryResult } from '../../index.ts';
import type { CliWorld } from '../cli-world.ts';
import { coloursOf } from '../output/colours.ts';
import { orderListText } from '../output/order-list-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import { type FirstItems, takeFirst } from './first-items.ts';
import { readLimit } from './limits.ts';
import { readMoment } from './moments.ts';

interface ListOptions extends ConnectionOptions {
  readonly state?: OrderState;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly after?: string;
}

/** `kassa order …` */
export function orderCommands(world: CliWorld): Command {
  const order = new Command('order').description('list orders');

  withConnectionOptions(
    order
      .command('list')
      .description('list orders, newest first')
      .addOption(new Option('--state <state>', 'only orders in this state').choices(orderStates))
      .option(
        '--since <time>',
        'only orders created at this time or later: an RFC 3339 time, or a duration before now, such as 2h',
      )
      .option('--until <time>', 'created before this time')
      .option('--limit <count>', 'maximum number', readLimit, 20)
      .option('--after <order-id>', 'start after this order')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa order list --state PAY_SUCCESS --since 24h\n' +
          "  kassa order list --limit 500 --json | jq -r '.orders[] | [.order_id, .amount] | @csv'",
      )
      .action(async (options: ListOptions) => {
        const found = await call(world, options, (kassa) => listOrders(kassa, options));
        const colours = coloursOf(world.outputHasColours);
        world.write(
          options.json
            ? jsonText({ orders: found.items, next: found.next })
            : orderListText(found.items, found.next, colours),
        );
      }),
  );

  return order;
}

async function listOrders(kassa: Kassa, options: ListOptions): Promise<FirstItems<PaymentQueryResult>> {
  const now = new Date();
  const { state, since, until, limit, after } = options;
  const list = kassa.orders.list({
    ...(state !== undefined && { state }),
    ...(since !== undefined && { created_from: readMoment(since, '--since', now) }),
    ...(until !== undefined && { created_to: readMoment(until, '--until', now) }),
    ...(after !== undefined && { after }),
    // Fetch one order more than the command shows. If there is one, the command tells the user how to list the rest.
    limit: Math.min(100, limit + 1),
  });
  return takeFirst(list, limit, ({ order_id }) => order_id);
}
