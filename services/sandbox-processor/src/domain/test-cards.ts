import { type CardDetails, hasValidCheckDigit, isExpired } from './card.ts';
import { type Failure, failure } from './failure.ts';

/** What the simulated bank does with a test card. The payment stores this in place of the card's number. */
export type Scenario =
  | 'succeeds'
  | 'card_declined'
  | 'insufficient_funds'
  | 'incorrect_number'
  | 'expired_card'
  | 'three_d_secure'
  | 'disputed'
  | 'refund_fails'
  | 'times_out';

export interface TestCard {
  readonly number: string;
  readonly scenario: Scenario;
  readonly description: string;
}

/** The published test cards, each with what it simulates. Any other card number with a correct check digit succeeds. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', scenario: 'succeeds', description: 'Payment succeeds' },
  { number: '4000000000000002', scenario: 'card_declined', description: 'Declined by the bank' },
  { number: '4000000000009995', scenario: 'insufficient_funds', description: 'Insufficient funds' },
  { number: '4000000000003220', scenario: 'three_d_secure', description: 'Asks for 3-D Secure' },
  { number: '4000000000000259', scenario: 'disputed', description: 'Succeeds, then disputed' },
  { number: '4000000000005126', scenario: 'refund_fails', description: 'Succeeds, its refund fails' },
  { number: '4000000000000119', scenario: 'times_out', description: 'Call times out, succeeds later' },
];

export function scenarioOf(card: CardDetails, now: Date): Scenario {
  if (!hasValidCheckDigit(card.number)) return 'incorrect_number';
  if (isExpired(card, now)) return 'expired_card';
  return testCards.find(({ number }) => number === card.number)?.scenario ?? 'succeeds';
}

/** Returns why a payment with this test card fails. Null if it succeeds. */
export function failureOf(scenario: Scenario): Failure | null {
  switch (scenario) {
    case 'card_declined':
    case 'insufficient_funds':
    case 'incorrect_number':
    case 'expired_card':
      return failure(scenario);
    case 'succeeds':
    case 'three_d_secure':
    case 'disputed':
    case 'refund_fails':
    case 'times_out':
      return null;
  }
}
