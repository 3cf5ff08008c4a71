import { currencyList } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { withCompletions } from '../completion/value-completions.ts';
import { refundText } from '../output/payment-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import { makeTransactionNumber } from './transaction-number.ts';

interface CreateOptions extends ConnectionOptions {
  readonly amount?: string;
  readonly currency?: string;
  readonly transactionId?: string;
  readonly reason?: string;
  readonly remark?: string;
}

/** `kassa refund …` */
export function refundCommands(world: CliWorld): Command {
  const refund = new Command('refund').description('return money, and look at refunds');

  addCreate(refund, world);
  addShow(refund, world);

  return refund;
}

function addCreate(refund: Command, world: CliWorld): void {
  withConnectionOptions(
    refund
      .command('create')
      .description('refund a payment, wholly or in part; the result arrives as an event')
      .argument('<payment>', 'your number of the payment')
      .option('--amount <amount>', 'in major units (default: all that is refundable)')
      .addOption(
        withCompletions(
          new Option('--currency <code>', 'ISO 4217 (default: that of the payment)'),
          currencyList,
        ),
      )
      .option('--transaction-id <number>', 'your own unique refund number (default: a new one)')
      .option('--reason <text>', 'why it is refunded')
      .option('--remark <text>', 'a remark of your own')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa refund create T1001 --amount 4.00 --reason "returned goods"\n  kassa refund create T1001',
      )
      .action(async (payment: string, options: CreateOptions) => {
        const transactionId = options.transactionId ?? makeTransactionNumber(new Date());
        const made = await call(
          world,
          options,
          async (kassa) => {
            const { amount, currency } = options;
            const order =
              amount === undefined || currency === undefined
                ? await kassa.payments.retrieve(payment)
                : undefined;
            if (amount === undefined && order?.refundable_amount === 0) {
              throw new CliError(
                'refused',
                `Nothing of ${payment} is refundable: it is in state ${order.state}.`,
              );
            }
            await kassa.refunds.create({
              transaction_id: transactionId,
              original_transaction_id: order?.merchant_transaction_id ?? payment,
              currency_code: currency ?? order?.currency_code ?? '',
              amount: amount ?? order?.refundable_amount ?? '',
              ...(options.reason !== undefined && { reason: options.reason }),
              ...(options.remark !== undefined && { remark: options.remark }),
            });
            return kassa.refunds.retrieve(transactionId);
          },
          `To repeat it: the same command with --transaction-id ${transactionId}.`,
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
      .argument('<refund>', 'your refund number')
      .addHelpText('after', '\nExamples:\n  kassa refund show R1\n  kassa refund show R1 --json | jq .status')
      .action(async (number: string, options: ConnectionOptions) => {
        const found = await call(world, options, (kassa) => kassa.refunds.retrieve(number));
        world.write(options.json ? jsonText(found) : refundText(found));
      }),
  );
}
