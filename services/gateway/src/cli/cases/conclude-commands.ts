import type { DisputeConclusion, RefundConclusion } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { Argument, Command } from 'commander';
import { ask, type CommonOptions, jsonText, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { concludedDisputeText, concludedRefundText } from './conclusion-text.ts';

interface ConcludeOptions extends CommonOptions {
  readonly note: string;
}

const refundOutcomes = { made: 'made', 'not-made': 'not_made' } as const satisfies Record<
  string,
  RefundConclusion
>;

const noteMeaning = 'what the channel’s own record shows; the order and the audit log keep it';

/** `kassa-admin refund conclude …` */
export function concludeRefundCommand(world: CliWorld): Command {
  return withCommonOptions(new Command('conclude'))
    .description('say how a refund has ended that its channel does not tell of (a case refund_unresolved)')
    .argument('<refund-id>', 'as its case shows it')
    .addArgument(
      new Argument('<outcome>', 'whether the money went back, by the channel or by your hand').choices(
        Object.keys(refundOutcomes),
      ),
    )
    .requiredOption('--note <text>', noteMeaning)
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin refund conclude rfd_…_1 not-made --note "The dashboard shows no refund."',
    )
    .action(async (refundId: string, outcome: keyof typeof refundOutcomes, options: ConcludeOptions) => {
      const request = { outcome: refundOutcomes[outcome], note: options.note };
      const concluded = await ask(world, options, endpoints.concludeRefund, {
        path: { refundId },
        body: request,
      });
      world.write(options.json ? jsonText(concluded) : concludedRefundText(concluded));
    });
}

/** `kassa-admin dispute …` */
export function disputeCommands(world: CliWorld): Command {
  const dispute = new Command('dispute').description('disputes that need a hand');
  withCommonOptions(dispute.command('conclude'))
    .description('say how the dispute of an order has ended that its channel does not tell of')
    .argument('<order-id>', 'like ord_…')
    .argument('<dispute>', 'the channel’s reference of the dispute, as order show prints it')
    .addArgument(new Argument('<outcome>', 'whether the merchant keeps the money').choices(['won', 'lost']))
    .requiredOption('--note <text>', noteMeaning)
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin dispute conclude ord_… dp_… lost --note "The dashboard shows it as lost."',
    )
    .action(
      async (orderId: string, dispute: string, outcome: DisputeConclusion, options: ConcludeOptions) => {
        const request = { dispute, outcome, note: options.note };
        const concluded = await ask(world, options, endpoints.concludeDispute, {
          path: { orderId },
          body: request,
        });
        world.write(options.json ? jsonText(concluded) : concludedDisputeText(concluded));
      },
    );
  return dispute;
}
