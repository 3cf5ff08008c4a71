import { currencyList, type RefundState, refundStates, shownRefundOrigins } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { Kassa, RefundQueryResult } from '../../index.ts';
import type { CliWorld } from '../cli-world.ts';
import { withCompletions } from '../completion/value-completions.ts';
import { refundListText, refundText } from '../output/refund-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import type { FirstItems } from './first-items.ts';
import { readLimit } from './limits.ts';
import { readMoment } from './moments.ts';
import { makeTransactionId } from './transaction-id.ts';

interface CreateOptions extends ConnectionOptions {
  readonly amount?: string;
  readonly currency?: string;
  readonly transactionId?: string;
  readonly reason?: string;
  readonly remark?: string;
}

interface ListOptions extends ConnectionOptions {
  readonly state?: RefundState;
  readonly order?: string;
  readonly origin?: RefundQueryResult['origin'];
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly after?: string;
}

/** `kassa refund …` */
export function refundCommands(world: CliWorld): Command {
  const refund = new Command('refund').description('refund payments, show and list refunds');

  addCreate(refund, world);
  addShow(refund, world);
  addList(refund, world);

  return refund;
}

function addCreate(refund: Command, world: CliWorld): void {
  withConnectionOptions(
    refund
      .command('create')
      .description('refund a payment in full or in part; the result arrives as an event')
      .argument('<payment>', 'your ID of the payment')
      .option('--amount <amount>', 'in major units (default: the remaining amount)')
      .addOption(
        withCompletions(
          new Option('--currency <code>', 'ISO 4217 (default: the payment’s currency)'),
          currencyList,
        ),
      )
      .option('--transaction-id <id>', 'your own unique refund ID (default: a new one)')
      .option('--reason <text>', 'reason for the refund')
      .option('--remark <text>', 'your own remark')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa refund create T1001 --amount 4.00 --reason "returned goods"\n  kassa refund create T1001',
      )
      .action(async (payment: string, options: CreateOptions) => {
        const transactionId = options.transactionId ?? makeTransactionId(new Date());
        const made = await call(
          world,
          options,
          async (kassa) => {
            const { amount, currency } = options;
            const order =
              amount === undefined || currency === undefined
                ? await kassa.payments.retrieve(payment)
                : undefined;
            await kassa.refunds.create({
              transaction_id: transactionId,
              original_transaction_id: order?.merchant_transaction_id ?? payment,
              currency_code: currency ?? order?.currency_code ?? '',
              ...(amount !== undefined && { amount }),
              ...(options.reason !== undefined && { reason: options.reason }),
              ...(options.remark !== undefined && { remark: options.remark }),
            });
            return kassa.refunds.retrieve(transactionId);
          },
          `To retry, run the same command with --transaction-id ${transactionId}.`,
        );
        world.write(options.json ? jsonText(made) : refundText(made));
      }),
  );
}

function addShow(refund: Command, world: CliWorld): void {
  withConnectionOptions(
    refund
      .command('show')
      .description('show a refund')
      .argument('<refund>', 'your ID of the refund')
      .addHelpText('after', '\nExamples:\n  kassa refund show R1\n  kassa refund show R1 --json | jq .status')
      .action(async (id: string, options: ConnectionOptions) => {
        const found = await call(world, options, (kassa) => kassa.refunds.retrieve(id));
        world.write(options.json ? jsonText(found) : refundText(found));
      }),
  );
}

function addList(refund: Command, world: CliWorld): void {
  withConnectionOptions(
    refund
      .command('list')
      .description('list refunds, newest first')
      .addOption(new Option('--state <state>', 'only refunds in this state').choices(refundStates))
      .option('--order <order>', 'only refunds of this order: your ID or its order_id')
      .addOption(
        new Option(
          '--origin <origin>',
          'only refunds that you requested (merchant), that the gateway made by itself (gateway) or that somebody made at the processor (channel)',
        ).choices(shownRefundOrigins),
      )
      .option(
        '--since <time>',
        'only refunds created at this time or later: an RFC 3339 time, or a duration before now, such as 2h',
      )
      .option('--until <time>', 'created before this time')
      .option('--limit <count>', 'maximum number', readLimit, 20)
      .option('--after <position>', 'start at this position, which the previous list ended with')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa refund list --state FAILED --since 24h\n' +
          "  kassa refund list --origin channel --limit 500 --json | jq -r '.refunds[] | [.transaction_id, .amount] | @csv'",
      )
      .action(async (options: ListOptions) => {
        const { items, next } = await call(world, options, (kassa) => listRefunds(kassa, options));
        world.write(options.json ? jsonText({ refunds: items, next }) : refundListText(items, next));
      }),
  );
}

/** Reads whole pages only, because only the end of a page says where the list continues. */
async function listRefunds(kassa: Kassa, options: ListOptions): Promise<FirstItems<RefundQueryResult>> {
  const now = new Date();
  const { state, order, origin, since, until, limit } = options;
  const filters = {
    ...(state !== undefined && { state }),
    ...(order !== undefined && { order }),
    ...(origin !== undefined && { origin }),
    ...(since !== undefined && { from: readMoment(since, '--since', now) }),
    ...(until !== undefined && { to: readMoment(until, '--until', now) }),
  };
  const items: RefundQueryResult[] = [];
  let next: string | null = options.after ?? null;
  do {
    const page = await kassa.refunds.list({
      ...filters,
      ...(next !== null && { after: next }),
      limit: Math.min(100, limit - items.length),
    });
    items.push(...page.refunds);
    next = page.next;
  } while (next !== null && items.length < limit);
  return { items, next };
}
