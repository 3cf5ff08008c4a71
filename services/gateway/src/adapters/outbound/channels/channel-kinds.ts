import type { ChannelKind } from './channel-kind.ts';
import { processorA } from './processor-a/processor-a-kind.ts';
import { processorB } from './processor-b/processor-b-kind.ts';
import { sandbox } from './sandbox/sandbox-kind.ts';
import { sandboxVoucher } from './sandbox-voucher/sandbox-voucher-kind.ts';

/** Every kind of channel that there is, in order of preference: a processor's own before the simulators. */
export const channelKinds: readonly ChannelKind[] = [processorA, processorB, sandbox, sandboxVoucher];
