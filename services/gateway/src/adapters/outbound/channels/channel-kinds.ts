import { adyen } from './adyen/adyen-kind.ts';
import type { ChannelKind } from './channel-kind.ts';
import { sandbox } from './sandbox/sandbox-kind.ts';
import { sandboxVoucher } from './sandbox-voucher/sandbox-voucher-kind.ts';
import { stripe } from './stripe/stripe-kind.ts';

/** All kinds of channels in order of preference. Real processors come before the sandbox's simulators. */
export const channelKinds: readonly ChannelKind[] = [stripe, adyen, sandbox, sandboxVoucher];
