import Stripe from 'stripe';
import type { CheckStep } from '../../../../ports/check-step.ts';
import { failed, passed, step } from './stripe-steps.ts';

/** An ID in the format of Stripe's IDs. No payment has it, because Stripe generates the IDs itself. */
const NO_PAYMENT = 'pi_checkOfThePermissions';

const one = { limit: 1 } as const;

/**
 * Everything that the gateway does for a payment, from its opening to the end of a dispute, each with a call that shows whether
 * the key has the permission. The calls ask for the same parts of the answers as the gateway's own calls, because a part can
 * need a separate permission.
 */
const needed: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'read payment intents': (stripe) => stripe.paymentIntents.list({ ...one, expand: ['data.latest_charge'] }),
  'read refunds': (stripe) => stripe.refunds.list(one),
  'make refunds': (stripe) => stripe.refunds.create({ payment_intent: NO_PAYMENT }),
  'read disputes': (stripe) => stripe.disputes.list(one),
  'read balance transactions': (stripe) =>
    stripe.balanceTransactions.list({ ...one, expand: ['data.source'] }),
  'read payment method configurations': (stripe) => stripe.paymentMethodConfigurations.list(one),
};

/**
 * Checks whether the key has the permissions that the gateway needs. A restricted key can lack some of them, and Stripe then
 * answers 403 ("Restricted API keys"). Without this check, nobody would notice a missing permission before the first refund or
 * dispute.
 */
export function checkPermissions(stripe: Stripe): Promise<CheckStep> {
  return step('the key has the permissions that payments need', async () => {
    const lacking: string[] = [];
    for (const [what, call] of Object.entries(needed)) {
      if (!(await isPermitted(() => call(stripe)))) lacking.push(what);
    }
    return lacking.length === 0 ? passed(null) : failed(`the key may not ${lacking.join(', ')}`);
  });
}

async function isPermitted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    // Stripe answered that the payment does not exist. So it did not refuse the key, and the key may make refunds.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
    throw error;
  }
}
