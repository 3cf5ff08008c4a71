import Stripe from 'stripe';
import type { CheckStep } from '../../../../ports/check-step.ts';

export type Finding = Pick<CheckStep, 'outcome' | 'detail'>;

/** Performs a step of a check. If Stripe answers with an error, the step's outcome names the error. */
export async function step(name: string, look: () => Promise<Finding>): Promise<CheckStep> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // The key can be a restricted key without a permission that only one step of the check needs. Report that step as skipped,
    // not as failed.
    if (error instanceof Stripe.errors.StripePermissionError) {
      return { name, ...skipped('the key lacks the permission for this step') };
    }
    if (error instanceof Stripe.errors.StripeConnectionError) {
      return { name, ...failed('Stripe cannot be reached: check the network and PROCESSOR_A_URL') };
    }
    // The message can quote a part of the key.
    const status = error.statusCode === undefined ? '' : ` (${error.statusCode})`;
    return { name, ...failed(`${error.type}${status}${error.code === undefined ? '' : `: ${error.code}`}`) };
  }
}

export function passed(detail: string | null): Finding {
  return { outcome: 'passed', detail };
}

export function failed(detail: string): Finding {
  return { outcome: 'failed', detail };
}

export function skipped(detail: string): Finding {
  return { outcome: 'skipped', detail };
}
