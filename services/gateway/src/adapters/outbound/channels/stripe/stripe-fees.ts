import type Stripe from 'stripe';
import type {
  AccountFees,
  StatementFee,
  UnreadEntry,
} from '../../../../domain/reconciliation/statement-line.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/**
 * The fees that Stripe books separately from the payment or dispute for which it charges them, such as the fee for countering a
 * dispute ("How disputes work") or network costs ("Reporting categories"). A fee that Stripe gives back is negative.
 *
 * Stripe's documentation does not say which object such an entry names. In published records of accounts, the fee for
 * countering a dispute names no dispute, and only its description says what it is for.
 */
export class FeesBookedApart {
  /** The fees of the gateway's own payments, refunds and disputes. */
  readonly own: StatementFee[] = [];
  readonly #ofAccount = new Map<string, AccountFees>();

  /** @param names the payment, refund or dispute of the gateway that the entry names; undefined if it names none */
  add(
    { net, currency, created }: Pick<Stripe.BalanceTransaction, 'net' | 'currency' | 'created'>,
    names: Omit<UnreadEntry, 'detail'> | undefined,
  ): void {
    const fee = fromStripeAmount({ amount: -net, currency });
    if (fee === undefined || fee.amountMinor === 0) return;
    if (names === undefined) {
      const { count = 0, sumMinor = 0n } = this.#ofAccount.get(fee.currency) ?? {};
      const sum = sumMinor + BigInt(fee.amountMinor);
      this.#ofAccount.set(fee.currency, { currency: fee.currency, count: count + 1, sumMinor: sum });
      return;
    }
    const left = { ...fee, amountMinor: -fee.amountMinor };
    this.own.push({ ...names, at: new Date(created * 1000), fee, net: left, isForProcessing: true });
  }

  /** By currency code. */
  get ofAccount(): readonly AccountFees[] {
    return [...this.#ofAccount.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }
}
