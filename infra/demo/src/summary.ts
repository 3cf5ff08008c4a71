import { relative } from 'node:path';
import type { Demo } from './start-demo.ts';

/** Returns the text that a new demo prints once it runs: the addresses to open, and what the user can try. */
export function summaryOf(demo: Demo, dataFolder: string): string {
  const { facts } = demo;
  const folder = relative(process.cwd(), dataFolder) || '.';
  return `
Kassa sandbox is ready

  Open
    Demo shop          ${demo.shopUrl}
                       buy, watch the verified webhooks arrive, refund
    An order to pay    ${facts.sample_pay_url}
    Docs               ${facts.merchant_base_url}/docs/

  Cards to try         any future date, any three digits
    4242424242424242   succeeds
    4000000000000002   is declined
    4000000000003220   asks for 3-D Secure
    4000000000005126   succeeds, but its refund fails
                       more: ${demo.processorUrl}

  Call it yourself
    Merchant interface ${facts.merchant_base_url}/api/merchant
    Checkout API       ${facts.checkout_base_url}/api/web
    Operations         ${facts.operations_base_url}/health/ready
    Demo merchant      ${facts.merchant_id}
    Its key, secret    ${folder}/demo.json

  From the command line, without settings
    npx kassa payment create --amount 10.00 --currency USD
    npx kassa listen --forward-to http://localhost:3000/hook

  Look at the merchant, or take one on
    npx kassa-admin merchant show ${facts.merchant_id}
    npx kassa-admin merchant create --help

  Database             ${demo.database}

Ctrl-C stops everything.
`;
}
