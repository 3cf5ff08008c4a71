import type { SandboxKind } from '../channel-kind.ts';
import { ProcessorTriggers } from '../sandbox-processor/processor-triggers.ts';
import { SandboxVoucherChannel } from './sandbox-voucher-channel.ts';
import { VoucherClient } from './voucher-client.ts';

export const sandboxVoucher: SandboxKind = {
  accounts: 'sandbox',
  channelType: 'SandboxVoucher',
  methodCodes: ['bank_transfer_reference'],
  open: ({ callbackSecret, ...address }) =>
    new SandboxVoucherChannel({ client: new VoucherClient(address), callbackSecret }),
  triggers: (address) => new ProcessorTriggers(new VoucherClient(address)),
};
