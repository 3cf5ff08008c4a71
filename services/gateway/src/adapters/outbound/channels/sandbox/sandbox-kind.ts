import type { SandboxKind } from '../channel-kind.ts';
import { ProcessorTriggers } from '../sandbox-processor/processor-triggers.ts';
import { ProcessorClient } from './processor-client.ts';
import { SandboxChannel } from './sandbox-channel.ts';
import { sandboxMethods } from './sandbox-methods.ts';

export const sandbox: SandboxKind = {
  accounts: 'sandbox',
  channelType: 'Sandbox',
  methodCodes: sandboxMethods.map(({ code }) => code),
  open: ({ callbackSecret, publicUrl, ...processor }) =>
    new SandboxChannel({ client: new ProcessorClient(processor), callbackSecret, publicUrl }),
  triggers: (processor) => new ProcessorTriggers(new ProcessorClient(processor)),
};
