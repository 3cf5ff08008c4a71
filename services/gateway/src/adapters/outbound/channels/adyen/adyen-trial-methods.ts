import type { ChannelCheckout, OpeningAnswer, OpeningOrder } from '../../../../ports/payment-channel.ts';
import type { TrialTask } from '../trial/trial-task.ts';
import { cardMethod } from './adyen-methods.ts';

/** Currencies for the trial. Each method other than the card is offered in at least one of them. */
const CURRENCIES = ['EUR', 'BRL', 'CHF', 'DKK', 'NOK', 'PLN'];
const AMOUNT_MINOR = 1_999;
const VALID_FOR_SECONDS = 3_600;

/** Data about the consumer that Klarna requires. */
const customer = {
  name: 'Trial Person',
  email: 'trial@example.com',
  billingAddress: { line1: 'Trial Street 1', city: 'Amsterdam', postalCode: '1011AA', country: 'NL' },
};

/**
 * Opens a payment with each of the account's methods other than the card. Nobody pays these payments, because their pages need
 * a browser. So the trial shows only that Adyen accepts what the gateway sends for a method, such as the seven days of a bank
 * transfer.
 */
export function methodTasks(
  channel: Pick<ChannelCheckout, 'methods' | 'open'>,
  newId: () => string,
): readonly TrialTask[] {
  return [
    {
      name: 'each other method of the account opens',
      expected: 'no method failed',
      see: async () => {
        const failed: string[] = [];
        for (const [methodCode, currency] of offeredBy(channel)) {
          const answer = await channel.open(orderOf(newId(), methodCode, currency));
          if (answer.kind !== 'opened') failed.push(`${methodCode}: ${textOf(answer)}`);
        }
        return failed.length === 0 ? 'no method failed' : failed.join(', ');
      },
    },
  ];
}

/** Returns the methods other than the card, each with a currency in which it is offered. */
function offeredBy(channel: Pick<ChannelCheckout, 'methods'>): ReadonlyMap<string, string> {
  const offered = new Map<string, string>();
  for (const currency of CURRENCIES) {
    for (const { code } of channel.methods({ amountMinor: AMOUNT_MINOR, currency }, VALID_FOR_SECONDS)) {
      if (code !== cardMethod.code && !offered.has(code)) offered.set(code, currency);
    }
  }
  return offered;
}

function orderOf(attemptId: string, methodCode: string, currency: string): OpeningOrder {
  return {
    attemptId,
    methodCode,
    amount: { amountMinor: AMOUNT_MINOR, currency },
    description: null,
    customer,
    returnUrl: 'https://example.com/return',
    expiresAt: new Date(Date.now() + VALID_FOR_SECONDS * 1000),
    mayTakeCardNumbers: false,
  };
}

function textOf(answer: OpeningAnswer): string {
  return answer.kind === 'refused' ? `refused ${answer.failure.code}` : answer.kind;
}
