import { CliError } from '../cli-error.ts';
import type { PaymentWay } from './recipes.ts';

const TIMEOUT_MS = 20_000;

/**
 * Pays an order over the Checkout API, as a consumer's page does.
 *
 * @param payUrl the order's `pay_url`; its fragment contains the checkout session
 * @throws {CliError} when the Checkout API is unreachable or refuses the payment
 */
export async function payOrder(payUrl: string, way: PaymentWay): Promise<void> {
  await post(payUrl, '/checkout/init', { paymentMethodCode: 'card' in way ? 'card' : way.method });
  const terminal = { type: 'PC', userAgent: 'kassa-cli' };
  const inTwoYears = new Date().getFullYear() + 2;
  const card =
    'card' in way ? { card: { number: way.card, expMonth: 12, expYear: inTwoYears, cvc: '123' } } : {};
  await post(payUrl, '/payment/submit', { terminal, ...card });
}

async function post(payUrl: string, path: string, body: object): Promise<void> {
  const { origin, pathname, hash } = new URL(payUrl);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${origin}/api/web${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-signature': hash.replace('#session=', '') },
      body: JSON.stringify({ orderId: pathname.split('/').at(-1), ...body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new CliError('unreachable', `The Checkout API at ${origin} does not answer.`);
  }
  if (response.ok) return;
  const { name, detail } = refusalOf(text);
  throw new CliError('refused', `The payment was refused (HTTP ${response.status}): ${detail}`, {
    errorName: name,
  });
}

function refusalOf(text: string): { name: string | undefined; detail: string } {
  try {
    const { msg, error } = JSON.parse(text) as { msg?: unknown; error?: { detail?: unknown } };
    return {
      name: typeof msg === 'string' ? msg : undefined,
      detail: typeof error?.detail === 'string' ? error.detail : text.slice(0, 200),
    };
  } catch {
    return { name: undefined, detail: text.slice(0, 200) };
  }
}
