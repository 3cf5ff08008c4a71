import type Stripe from 'stripe';
import type { CheckStep } from '../../../../ports/check-step.ts';
import type { WalletDomains } from '../../../../ports/payment-channel.ts';
import { type Finding, failed, passed, skipped, step } from './stripe-steps.ts';

/** The maximum length, in characters, of a Stripe error message that an operator sees. Longer messages are cut off. */
const LONGEST_MESSAGE = 200;

type Domain = Stripe.PaymentMethodDomain;

/**
 * The domains on which Stripe's form elements show wallets and Klarna ("Register domains for payment methods"). When a domain
 * is created or validated, Stripe asks Apple to verify it. Apple then fetches a file from the domain.
 */
export function stripeDomains(stripe: Stripe): WalletDomains {
  return {
    check: (domain) => stepsOf(domain, () => find(stripe, domain)),
    register: (domain) => stepsOf(domain, () => register(stripe, domain)),
  };
}

async function find(stripe: Stripe, domain: string): Promise<Domain | undefined> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: domain, limit: 1 });
  return data.find(({ domain_name: name }) => name === domain);
}

async function register(stripe: Stripe, domain: string): Promise<Domain> {
  const known =
    (await find(stripe, domain)) ?? (await stripe.paymentMethodDomains.create({ domain_name: domain }));
  return known.apple_pay.status === 'active' ? known : stripe.paymentMethodDomains.validate(known.id);
}

async function stepsOf(
  domain: string,
  look: () => Promise<Domain | undefined>,
): Promise<readonly CheckStep[]> {
  const wallets: CheckStep[] = [];
  const registered = await step(`${domain} is registered`, async () => {
    const found = await look();
    if (found === undefined) return failed('it is not registered: run `kassa-admin channel register-domain`');
    wallets.push(
      walletStep('Apple Pay', found.apple_pay, failed),
      walletStep('Google Pay', found.google_pay, failed),
      // An account may do without these two.
      walletStep('Link', found.link, skipped),
      walletStep('Klarna', found.klarna, skipped),
    );
    return found.enabled ? passed(null) : failed('it is switched off at Stripe');
  });
  return [registered, ...wallets];
}

function walletStep(
  wallet: string,
  { status, status_details: details }: Domain['apple_pay' | 'link' | 'klarna'],
  otherwise: (detail: string) => Finding,
): CheckStep {
  const message = details?.error_message.slice(0, LONGEST_MESSAGE) ?? `it is ${status}`;
  return { name: `${wallet} is active on it`, ...(status === 'active' ? passed(null) : otherwise(message)) };
}
