import { type SandboxTrigger, sandboxTriggers } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import { Argument, Command } from 'commander';
import { ask, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

/** `kassa-admin trigger <order-id> <what>` */
export function triggerCommand(world: CliWorld): Command {
  return withCommonOptions(new Command('trigger'))
    .description('trigger an event for an order at the sandbox’s processor')
    .argument('<order-id>', 'like ord_5d41402abc4b2a76b9719d911017c592')
    .addArgument(new Argument('<what>', 'the event to trigger').choices(sandboxTriggers))
    .addHelpText('after', explanations)
    .action(async (orderId: string, what: SandboxTrigger, options: CommonOptions) => {
      const request = { order_id: orderId, what };
      const pulled = await ask(world, options, endpoints.triggerSandboxOfMerchants, { body: request });
      world.write(
        options.json
          ? jsonText(pulled)
          : `${what} has happened at the processor, which sends a callback if it has something to report. The order was in state ${pulled.state}.\n`,
      );
    });
}

const explanations = `
  partial_payment                     a part of a bank transfer by reference arrives; payment_succeeded brings the rest
  payment_succeeded, payment_failed   the running payment succeeds or fails
  amount_mismatch                     the running payment succeeds with one minor unit too much
  late_success                        a failed or cancelled payment of an unpaid order succeeds after all
  second_payment                      another payment of a paid order succeeds too
  refunds_held                        refunds of the payments so far stay pending, even returns of late or duplicate money
  refund_succeeded, refund_failed     the oldest pending refund succeeds or fails
  refunds_released                    refunds no longer stay pending, and those that waited succeed
  dispute_opened, dispute_won, dispute_lost   the payment is disputed, or its dispute ends
  callback_repeated                   the processor sends its last callback again

Examples:
  kassa-admin trigger ord_5d41402abc4b2a76b9719d911017c592 dispute_opened

  To make a return fail, which opens a case (for an order that was closed while its payment was open):
  kassa-admin trigger ord_5d41402abc4b2a76b9719d911017c592 refunds_held
  kassa-admin trigger ord_5d41402abc4b2a76b9719d911017c592 late_success
  kassa-admin trigger ord_5d41402abc4b2a76b9719d911017c592 refund_failed`;
