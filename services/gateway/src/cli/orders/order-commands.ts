import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { concludeRefundCommand } from '../cases/conclude-commands.ts';
import { ask, type CommonOptions, print, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { orderText } from './order-text.ts';

interface ShowOptions extends CommonOptions {
  readonly merchant?: string;
}

/** `kassa-admin order …` */
export function orderCommands(world: CliWorld): Command {
  const order = new Command('order').description('show an order with its whole history');
  withCommonOptions(order.command('show'))
    .description(
      'show an order with its attempts, refunds and events, and every change with its time, cause and actor',
    )
    .argument('<order>', 'the order’s ID; with --merchant, the merchant’s own ID of the order')
    .option(
      '--merchant <merchant-id>',
      'the merchant to whom the order belongs; <order> is then the merchant’s own ID of the order',
    )
    .action(async (id: string, options: ShowOptions) => {
      const { merchant } = options;
      const shown =
        merchant === undefined
          ? await ask(world, options, endpoints.showOrder, { path: { orderId: id } })
          : await ask(world, options, endpoints.findOrder, {
              query: { merchant_id: merchant, merchant_transaction_id: id },
            });
      print(world, options, shown, orderText);
    });
  return order;
}

/** `kassa-admin attempt …` */
export function attemptCommands(world: CliWorld): Command {
  const attempt = new Command('attempt').description('payment attempts at their channels');
  withCommonOptions(attempt.command('ask'))
    .description('ask the channel now for the result of an attempt, and apply the answer')
    .argument('<attempt-id>', 'the attempt’s ID, such as txn_…_1; `order show` prints it')
    .action(async (attemptId: string, options: CommonOptions) => {
      const asked = await ask(world, options, endpoints.askAboutAttempt, { path: { attemptId } });
      world.write(
        options.json
          ? jsonText(asked)
          : `${answerTexts[asked.answer]}\nAttempt ${asked.attempt_state}, order ${asked.order_state}.\n`,
      );
    });
  return attempt;
}

/** `kassa-admin refund …` */
export function refundCommands(world: CliWorld): Command {
  const refund = new Command('refund').description('refunds that an operator cancels, retries or concludes');
  withCommonOptions(refund.command('cancel'))
    .description('cancel a merchant’s refund that has not reached its channel')
    .argument('<refund-id>', 'the refund’s ID, such as rfd_…_1; `order show` prints it')
    .action(async (refundId: string, options: CommonOptions) => {
      const cancelled = await ask(world, options, endpoints.cancelRefund, { path: { refundId } });
      world.write(options.json ? jsonText(cancelled) : 'Cancelled. The merchant gets an event.\n');
    });
  withCommonOptions(refund.command('repeat'))
    .description('retry the return of a late or duplicate payment')
    .argument('<refund-id>', 'the ID of the return that failed')
    .action(async (refundId: string, options: CommonOptions) => {
      const repeated = await ask(world, options, endpoints.repeatReturn, { path: { refundId } });
      world.write(
        options.json
          ? jsonText(repeated)
          : `The gateway returns the money again, as refund ${repeated.refund_id}.\n`,
      );
    });
  refund.addCommand(concludeRefundCommand(world));
  return refund;
}

const answerTexts = {
  ended: 'The channel reported the result, and the gateway has applied it.',
  set_aside:
    'The channel reports a payment of a different amount or currency. The gateway did not apply the report; see kassa-admin cases.',
  cancelled: 'The channel has cancelled the attempt, so nothing was paid.',
  pending: 'The channel has no result yet.',
  not_submitted: 'The channel reports that the consumer has not submitted this payment.',
  unknown: 'The channel gave no usable answer.',
} as const;
