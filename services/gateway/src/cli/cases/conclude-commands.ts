import type { DisputeConclusion, RefundConclusion } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readMoment } from '../terminal/read-moment.ts';
import { concludedDisputeText, concludedRefundText } from './conclusion-text.ts';

interface ConcludeOptions extends CommonOptions {
  readonly note: string;
  /** In major units. */
  readonly amount?: number;
}

interface ConcludeDisputeOptions extends ConcludeOptions {
  readonly attempt?: string;
  readonly corrects?: string;
  readonly payment?: string;
}

interface ConcludeRefundOptions extends ConcludeOptions {
  readonly lookedAt?: string;
  readonly notByHand?: true;
}

const refundOutcomes = {
  made: 'made',
  'made-by-hand': 'made_by_hand',
  'not-made': 'not_made',
} as const satisfies Record<string, RefundConclusion>;

const noteMeaning = 'what the channel’s own record shows; stored with the order and in the audit log';

function readAmount(text: string): number {
  if (!/^[0-9]{1,15}([.][0-9]{1,4})?$/.test(text)) throw new InvalidArgumentError('An example is 10.00.');
  return Number(text);
}

function findingOf({ amount, note }: ConcludeOptions): { readonly amount?: number; readonly note: string } {
  return amount === undefined ? { note } : { amount, note };
}

/** `kassa-admin refund conclude …` */
export function concludeRefundCommand(world: CliWorld): Command {
  return withCommonOptions(new Command('conclude'))
    .description(
      'record how a refund ended, for cases of the kinds refund_unresolved and result_set_aside. Use this if the channel does not report the result or reports a wrong one. Also use it if more money was returned than the order records',
    )
    .argument('<refund-id>', 'the refund’s ID, as its case shows it')
    .addArgument(
      new Argument(
        '<outcome>',
        'made: the channel returned the money. made-by-hand: you returned it outside the channel. not-made: the money was not returned',
      ).choices(Object.keys(refundOutcomes)),
    )
    .option(
      '--amount <amount>',
      'the amount that was returned, such as 10.00 (default: the refund’s amount). If the refund is already SUCCESS, give a total. With made, it is all that the channel returned for the refund (default: the amount that the channel reported). With made-by-hand, it is all that you returned outside the channel',
      readAmount,
    )
    .option(
      '--looked-at <time>',
      'when you looked for the refund in the channel’s own record, such as 2026-11-23T10:31Z. Required for not-made if the gateway has ever sent the refund. If the refund may have reached the channel after this time, the command is refused: look again. With made, a failure that the channel reported after this time becomes a case',
      readMoment,
    )
    .option(
      '--not-by-hand',
      'your statement that nobody has returned the money outside the channel. Required for not-made once an operator has settled a case of this refund, because that operator may have returned the money. In this case, --looked-at must be later than the settlement',
    )
    .requiredOption('--note <text>', noteMeaning)
    .addHelpText(
      'after',
      '\nExamples:\n  kassa-admin refund conclude rfd_…_1 not-made --looked-at 2026-11-23T10:31Z --note "The dashboard shows no refund."' +
        '\n  kassa-admin refund conclude rfd_…_1 made --amount 12.00 --note "The dashboard shows 12.00, not 10.00."',
    )
    .action(
      async (refundId: string, outcome: keyof typeof refundOutcomes, options: ConcludeRefundOptions) => {
        const { lookedAt, notByHand } = options;
        const request = {
          outcome: refundOutcomes[outcome],
          ...findingOf(options),
          ...(lookedAt !== undefined && { looked_at: lookedAt }),
          ...(notByHand && { not_by_hand: true }),
        };
        await askAndPrint(world, options, concludedRefundText, endpoints.concludeRefund, {
          path: { refundId },
          body: request,
        });
      },
    );
}

/** `kassa-admin dispute …` */
export function disputeCommands(world: CliWorld): Command {
  const dispute = new Command('dispute').description('disputes whose outcome an operator enters by hand');
  withCommonOptions(dispute.command('conclude'))
    .description(
      'record how a dispute ended, for cases of the kinds dispute_unresolved and result_set_aside. Use this if the channel does not report the outcome, or if the order records a wrong one: a dispute that was won can be recorded as lost, and a loss can be raised, lowered or recorded as won. If the channel never reported the dispute at all, you can record it only as lost, with --amount',
    )
    .argument('<order-id>', 'like ord_…')
    .argument('<dispute>', 'the channel’s reference of the dispute; `order show` prints it')
    .addArgument(
      new Argument('<outcome>', 'won: the merchant keeps the money. lost: the bank has taken it').choices([
        'won',
        'lost',
      ]),
    )
    .option(
      '--amount <amount>',
      'for lost: the total amount that the bank took, such as 10.00 (default: the amount that the channel reported). Required if the channel reported different amounts, or if the order records another loss',
      readAmount,
    )
    .option(
      '--attempt <attempt-id>',
      'for lost: the payment attempt whose money the bank took, like txn_… (default: the attempt that pays the order). Required if the order has several attempts and the channel never reported the dispute. After a loss of a late or duplicate payment, the gateway does not return this payment',
    )
    .option(
      '--payment <reference>',
      'for lost: the channel’s reference of the payment that the dispute is over. Required if the channel took several payments for the attempt and did not report which one is disputed. If the order does not count this payment, the command is refused: settle its cases instead',
    )
    .option(
      '--corrects <time>',
      'when the order recorded the outcome that you correct, or a later report about the dispute, such as 2026-11-23T10:31:07.250Z. `order show` prints this time; if you leave it out, the error message names it. Required if the order records another outcome, or another lost amount, or if the channel has reported the open dispute again. If the outcome has changed since then, or the channel has reported something else, the command is refused: look again',
      readMoment,
    )
    .requiredOption('--note <text>', noteMeaning)
    .addHelpText(
      'after',
      '\nExamples:\n  kassa-admin dispute conclude ord_… dp_… lost --note "The dashboard shows it as lost."' +
        '\n  kassa-admin dispute conclude ord_… dp_… won --corrects 2026-11-23T10:31:07.250Z --note "The bank gave it back."',
    )
    .action(
      async (
        orderId: string,
        dispute: string,
        outcome: DisputeConclusion,
        options: ConcludeDisputeOptions,
      ) => {
        const { attempt, corrects, payment } = options;
        const request = {
          dispute,
          outcome,
          ...findingOf(options),
          ...(attempt !== undefined && { attempt_id: attempt }),
          ...(payment !== undefined && { payment }),
          ...(corrects !== undefined && { corrects }),
        };
        await askAndPrint(world, options, concludedDisputeText, endpoints.concludeDispute, {
          path: { orderId },
          body: request,
        });
      },
    );
  return dispute;
}
