import { currencyList } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { CliWorld } from '../cli-world.ts';
import { withCompletions } from '../completion/value-completions.ts';
import { refundText } from '../output/payment-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import { makeTransactionId } from './transaction-id.ts';

interface CreateOptions extends ConnectionOptions {
  readonly amount?: string;
  readonly currency?: string;
  readonly transactionId?: string;
  readonly reason?: string;
  readonly remark?: string;
}

/** `kassa refund …` */
export function refundCommands(world: CliWorld): Command {
  const refund = new Command('refund').description('refund payments and show refunds');

  addCreate(refund, world);
  addShow(refund, world);

  return refund;
}

function addCreate(refund: Command, world: CliWorld): void {
  withConnectionOptions(
    refund
      .command('create')
      .description('refund a payment in full or in part; the result arrives as an event')
      .argument('<payment>', 'your ID of the payment')
      .option('--amount <amount>', 'in major units (default: the whole rest)')
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
