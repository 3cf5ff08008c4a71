import { adyen } from './adyen/adyen-kind.ts';
import type { ChannelKind } from './channel-kind.ts';
import { sandbox } from './sandbox/sandbox-kind.ts';
import { sandboxVoucher } from './sandbox-voucher/sandbox-voucher-kind.ts';
import { stripe } from './stripe/stripe-kind.ts';

/** All kinds of channels, the most preferred first. Real processors come before the simulated channels of the sandbox. */
export const channelKinds: readonly ChannelKind[] = [stripe, adyen, sandbox, sandboxVoucher];
