import { integrityOf, type ScriptInventory } from './script-inventory.ts';

/** What is wrong with a running cashier. Empty if it serves exactly the files that were built. */
export type Findings = readonly string[];

/**
 * The addresses of the cashier's pages, each with the built file that the cashier must serve there. The order in the addresses
 * does not exist. Every order gets the same pages, so the check need not open a real checkout.
 */
const pagePaths = {
  '/checkout/ord_inventory-check': 'index.html',
  '/checkout/ord_inventory-check/fields': 'fields.html',
} as const;

/**
 * Compares a running cashier with the inventory of its build. It checks the pages byte by byte, every script and stylesheet by
 * its hash, and the content security policies that keep out all other files (PCI DSS 6.4.3, 11.6.1).
 */
export async function checkServedCashier(
  baseUrl: string,
  inventory: ScriptInventory,
  get: typeof fetch = fetch,
): Promise<Findings> {
  const findings: string[] = [];
  for (const [path, built] of Object.entries(pagePaths)) {
    const page = await get(new URL(path, baseUrl));
    const expected = inventory.pages.find(({ file }) => file === built);
    const served = integrityOf(new Uint8Array(await page.arrayBuffer()));
    if (!expected) findings.push(`The inventory does not know ${built}.`);
    else if (served !== expected.integrity) {
      findings.push(`${path} is not the page that was built (${served}, HTTP ${page.status}).`);
    }
    findings.push(...checkPolicy(page.headers.get('content-security-policy')));
  }
  for (const { file, integrity } of inventory.files) {
    const answer = await get(new URL(`/${file}`, baseUrl));
    const found = integrityOf(new Uint8Array(await answer.arrayBuffer()));
    if (!answer.ok) findings.push(`/${file} was not found (HTTP ${answer.status}).`);
    else if (found !== integrity) findings.push(`/${file} was changed: ${found} instead of ${integrity}.`);
  }
  return findings;
}

const exactSource =
  /^('self'|'none'|'nonce-[^']+'|'sha(256|384|512)-[^']+'|https:\/\/[^*/\s]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)$/;

/**
 * Origins with a wildcard that the content security policy may name, because a processor's documentation requires them (Stripe:
 * "Content security policy"). They are allowed for scripts only.
 */
const documentedSubdomains: ReadonlySet<string> = new Set(['https://*.js.stripe.com']);

/**
 * Checks that scripts and styles can come only from the page's own address or from exact origins, and never from inline code.
 */
export function checkPolicy(policy: string | null): Findings {
  if (!policy) return ['The page has no content security policy.'];
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), sources];
    }),
  );
  const findings: string[] = [];
  for (const name of ['script-src', 'style-src', 'frame-ancestors', 'base-uri']) {
    const sources = directives.get(name);
    if (!sources) findings.push(`The policy does not restrict ${name}.`);
    for (const source of sources ?? []) {
      const isDocumented = name === 'script-src' && documentedSubdomains.has(source);
      if (!isDocumented && !exactSource.test(source))
        findings.push(`The policy's ${name} permits ${source}.`);
    }
  }
  if (directives.get('default-src')?.join(' ') !== "'none'") {
    findings.push("The policy's default-src is not 'none'.");
  }
  return findings;
}
