import type { Customer, ErasedCustomer, OrderCustomer } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { layOut } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import type { CliWorld } from '../terminal/cli-world.ts';

/** `kassa-admin customer …` */
export function customerCommands(world: CliWorld): Command {
  const customer = new Command('customer').description('personal data of the consumers who pay');
  withCommonOptions(customer.command('show'))
    .description('show what an order says about the consumer: name, e-mail, telephone, billing address')
    .argument('<order-id>', 'like ord_…')
    .action((orderId: string, options: CommonOptions) =>
      askAndPrint(world, options, customerText, endpoints.showCustomer, { path: { orderId } }),
    );
  withCommonOptions(customer.command('erase'))
    .description(
      'permanently erase what an order says about the consumer. Amounts, states, references and the history stay. Refused while the order can still be paid',
    )
    .argument('<order-id>', 'like ord_…')
    .requiredOption(
      '--note <text>',
      'why, such as the number of the consumer’s request; stored with the order and in the audit log, so do not name the consumer',
    )
    .action((orderId: string, { note, ...options }: CommonOptions & { readonly note: string }) =>
      askAndPrint(world, options, erasedText, endpoints.eraseCustomer, { path: { orderId }, body: { note } }),
    );
  return customer;
}

function customerText({ order_id, customer }: OrderCustomer): string {
  if (customer === null) return `Order ${order_id} says nothing about the consumer.\n`;
  const { full_name, email, phone, billing_address } = customer;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Order', order_id],
    ['Name', full_name],
    ['E-mail', email],
    ['Telephone', phone],
    ['Billing address', billing_address && addressText(billing_address)],
  ];
  return layOut(lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

function addressText(address: NonNullable<Customer['billing_address']>): string {
  const { line1, line2, city, postal_code, state, country } = address;
  return [line1, line2, postal_code, city, state, country].filter((part) => part !== undefined).join(', ');
}

function erasedText({ order_id, erased }: ErasedCustomer): string {
  return erased
    ? `Erased. Order ${order_id} no longer says who the consumer was.\n`
    : `Nothing to erase: order ${order_id} says nothing about the consumer.\n`;
}
