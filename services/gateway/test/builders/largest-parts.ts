import { orderLimits } from '@kassa/contracts';
import type { AttemptOpening, AttemptTarget } from '../../src/domain/attempt/payment-attempt.ts';
import { after } from './times.ts';

/** Parts of orders that are as large as merchants, channels and operators can make them. */

/** A character of three bytes. */
export const cjk = (characters: number) => '退'.repeat(characters);

/** Returns a string of the given length in bytes, which is different for each number. */
export const numbered = (number: number, bytes: number) => `${number}`.padStart(bytes, 'r');

const channelId = numbered(0, 64);
export const words = {
  code: numbered(0, orderLimits.codeBytes),
  message: cjk(Math.floor(orderLimits.messageBytes / 3)),
};
export const card = { brand: 'b'.repeat(32), last4: '4242', expMonth: 12, expYear: 2030 } as const;

export const target: AttemptTarget = {
  channelId,
  channelType: numbered(0, 64),
  route: {
    reason: 'failed_elsewhere_before',
    passedOver: Array.from({ length: 8 }, (_, index) => ({
      channelId: numbered(index, 64),
      reason: 'other_currency' as const,
    })),
  },
};

export function address(bytes: number): string {
  return 'https://shop.example/'.padEnd(bytes, 'a');
}

export function openingOf(reference: string): AttemptOpening {
  const page: AttemptOpening = {
    channelReference: reference,
    renderType: 'PROCESSOR_ELEMENT',
    paymentUrl: address(orderLimits.addressBytes),
    clientSecret: 's'.repeat(1024),
    publicKey: 'k'.repeat(256),
    library: { url: address(orderLimits.addressBytes), integrity: 'i'.repeat(96) },
    stylesheet: { url: address(orderLimits.addressBytes), integrity: 'i'.repeat(96) },
    component: { session: '' },
    cardBrands: ['visa', 'mastercard'],
    payableUntil: after(1800),
  };
  const rest = orderLimits.openingBytes - JSON.stringify(page).length;
  return { ...page, component: { session: 'd'.repeat(rest) } };
}
