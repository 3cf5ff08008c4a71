import { currencyList } from '@kassa/contracts';
import { jsonText, layOut } from '@kassa/contracts/terminal';
import { Command, Option } from 'commander';
import type { CreatePaymentParams } from '../../index.ts';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { withCompletions } from '../completion/value-completions.ts';
import { coloursOf } from '../output/colours.ts';
import { paymentText } from '../output/payment-text.ts';
import { type ConnectionOptions, call } from '../settings/connect.ts';
import { withConnectionOptions } from './connection-options.ts';
import { readRequestFile } from './request-file.ts';
import { makeTransactionId } from './transaction-id.ts';

interface CreateOptions extends ConnectionOptions {
  readonly amount?: string;
  readonly currency?: string;
  readonly transactionId?: string;
  readonly description?: string;
  readonly redirectUrl?: string;
  readonly cancelUrl?: string;
  readonly customerName?: string;
  readonly data?: string;
}

/** The default `redirect_url` in a sandbox: the page to which consumers return. Production needs the shop's own page. */
const SANDBOX_REDIRECT_URL = 'http://localhost:3000/';

/** `kassa payment …` */
export function paymentCommands(world: CliWorld): Command {
  const payment = new Command('payment').description('create payments and show them');

  addCreate(payment, world);
  addShow(payment, world);

  return payment;
}

function addCreate(payment: Command, world: CliWorld): void {
  withConnectionOptions(
    payment
      .command('create')
      .description('create an order, and print the address where the consumer pays')
      .option('--amount <amount>', 'in major units of its currency, such as 10.00')
      .addOption(withCompletions(new Option('--currency <code>', 'ISO 4217, like USD'), currencyList))
      .option('--transaction-id <id>', 'your own unique ID (default: a new one)')
      .option('--description <text>', 'shown at the cashier')
      .option(
        '--redirect-url <url>',
        `where the consumer returns (default in a sandbox: ${SANDBOX_REDIRECT_URL})`,
      )
      .option('--cancel-url <url>', 'where the consumer goes after cancelling')
      .option('--customer-name <name>', 'full name of the customer')
      .option(
        '--data <file>',
        'JSON file with the request (`-` reads standard input); options override its members',
      )
      .addHelpText(
        'after',
        '\nExamples:\n  kassa payment create --amount 10.00 --currency USD\n' +
          '  kassa payment create --amount 1200 --currency JPY --transaction-id T1001 --description "Coffee beans"\n' +
          '  kassa payment create --data order.json --json | jq -r .pay_url',
      )
      .action(async (options: CreateOptions) => {
        const params = await paramsOf(world, options);
        const repeat = `To retry, run the same command with --transaction-id ${params.merchant_transaction_id}.`;
        const created = await call(
          world,
          options,
          (kassa, { baseUrl }) => kassa.payments.create(withRedirect(params, baseUrl.value)),
          repeat,
        );
        if (options.json) {
          world.write(jsonText({ ...created, merchant_transaction_id: params.merchant_transaction_id }));
          return;
        }
        const colours = coloursOf(world.outputHasColours);
        world.write(
          layOut([
            ['Order', created.order_id],
            ['Your ID', params.merchant_transaction_id],
            ['Pay at', { text: created.pay_url, paint: colours.cyan }],
          ]),
        );
      }),
  );
}

function addShow(payment: Command, world: CliWorld): void {
  withConnectionOptions(
    payment
      .command('show')
      .description('show an order with its state, amounts, refunds and dispute')
      .argument('<payment>', 'your own ID of the payment, or the gateway’s order_id')
      .addHelpText(
        'after',
        '\nExamples:\n  kassa payment show T1001\n  kassa payment show T1001 --json | jq -r .state',
      )
      .action(async (id: string, options: ConnectionOptions) => {
        const order = await call(world, options, (kassa) => kassa.payments.retrieve(id));
        world.write(options.json ? jsonText(order) : paymentText(order, coloursOf(world.outputHasColours)));
      }),
  );
}

type Params = Omit<CreatePaymentParams, 'redirect_url'> & { redirect_url?: string };

async function paramsOf(world: CliWorld, options: CreateOptions): Promise<Params> {
  const file = options.data === undefined ? {} : await readRequestFile(world, options.data);
  const said = {
    ...file,
    ...(options.amount !== undefined && { amount: options.amount }),
    ...(options.currency !== undefined && { currency_code: options.currency }),
    ...(options.transactionId !== undefined && { merchant_transaction_id: options.transactionId }),
    ...(options.description !== undefined && { description: options.description }),
    ...(options.redirectUrl !== undefined && { redirect_url: options.redirectUrl }),
    ...(options.cancelUrl !== undefined && { cancel_url: options.cancelUrl }),
    ...(options.customerName !== undefined && { customer: { full_name: options.customerName } }),
  } as Partial<Params>;
  if (said.amount === undefined || said.currency_code === undefined) {
    throw new CliError('usage', 'Give the amount: --amount 10.00 --currency USD, or --data with a file.');
  }
  return {
    ...said,
    amount: said.amount,
    currency_code: said.currency_code,
    merchant_transaction_id: said.merchant_transaction_id ?? makeTransactionId(new Date()),
  };
}

function withRedirect(params: Params, baseUrl: string): CreatePaymentParams {
  if (params.redirect_url !== undefined) return { ...params, redirect_url: params.redirect_url };
  if (new URL(baseUrl).protocol === 'http:') return { ...params, redirect_url: SANDBOX_REDIRECT_URL };
  throw new CliError(
    'usage',
    'Give the page that the consumer returns to: --redirect-url https://shop.example/thanks.',
  );
}
