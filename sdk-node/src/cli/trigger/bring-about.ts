import { setTimeout as wait } from 'node:timers/promises';
import type { EventType, OrderState } from '@kassa/contracts';
import { type Kassa, NotFoundError, type WebhookEvent } from '../../index.ts';
import { CliError } from '../cli-error.ts';
import { payOrder } from './pay-order.ts';
import { type RecipeStep, recipes } from './recipes.ts';

export interface TriggerOrder {
  readonly transactionId: string;
  readonly amount: string;
  readonly currency: string;
}

const LOOK_EVERY_MS = 150;
/** The clocks of two machines may differ. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Creates a real order in the sandbox and performs the steps that lead to the event. Returns the event once it is in the event
 * log.
 *
 * @param onStep receives a description of each finished step
 * @throws {CliError} in production, when the payment is refused, and on timeout
 */
export async function bringAbout(
  kassa: Kassa,
  eventType: EventType,
  order: TriggerOrder,
  limits: { readonly timeoutMs: number; readonly ending: AbortSignal },
  onStep: (text: string) => void,
): Promise<WebhookEvent> {
  await requireSandbox(kassa);
  const { payment, steps } = recipes[eventType];
  const from = new Date(Date.now() - CLOCK_TOLERANCE_MS);
  const deadlineMs = Date.now() + limits.timeoutMs;
  const { order_id, pay_url } = await kassa.payments.create({
    merchant_transaction_id: order.transactionId,
    amount: order.amount,
    currency_code: order.currency,
    redirect_url: 'http://localhost:3000/',
  });
  onStep(`created ${order_id}`);
  await payOrder(pay_url, payment);
  onStep('card' in payment ? `paid with ${payment.card}` : 'left the consumer on the wallet’s page');

  const until = <Found>(what: string, look: () => Promise<Found | undefined>) =>
    waitFor(what, look, deadlineMs, limits.ending);
  for (const step of steps) {
    await until(`the order is ${step.once}`, () => isIn(kassa, order_id, step.once));
    onStep(await doStep(kassa, step, order_id, order));
  }
  return until(`${eventType} is in the log`, async () => {
    for await (const { event } of kassa.events.list({ since: from, event_type: eventType, limit: 100 })) {
      if (event.data.order_id === order_id) return event;
    }
    return undefined;
  });
}

/**
 * Throws if the gateway is not a sandbox. It tests this by triggering something for an order that does not exist. A sandbox
 * answers that it does not know the order; a production gateway answers that it has no triggers.
 */
async function requireSandbox(kassa: Kassa): Promise<void> {
  try {
    await kassa.sandbox.trigger({ order_id: `ord_${'0'.repeat(32)}`, what: 'callback_repeated' });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if (error.code === 'ORDER_NOT_FOUND') return;
    throw new CliError(
      'refused',
      'This gateway is not a sandbox. Production has no triggers and accepts no test cards. Nothing was created.',
      { errorName: error.code },
    );
  }
}

async function isIn(kassa: Kassa, orderId: string, state: OrderState): Promise<true | undefined> {
  return (await kassa.payments.retrieve(orderId)).state === state || undefined;
}

async function doStep(kassa: Kassa, step: RecipeStep, orderId: string, order: TriggerOrder): Promise<string> {
  if (step.kind === 'trigger') {
    await kassa.sandbox.trigger({ order_id: orderId, what: step.what });
    return step.what;
  }
  await kassa.refunds.create({
    transaction_id: `${order.transactionId}-refund`,
    original_transaction_id: order.transactionId,
    currency_code: order.currency,
    amount: order.amount,
  });
  return 'asked for its refund';
}

async function waitFor<Found>(
  what: string,
  look: () => Promise<Found | undefined>,
  deadlineMs: number,
  ending: AbortSignal,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (ending.aborted) throw new CliError('late', `Ended before ${what}.`);
    if (Date.now() > deadlineMs) {
      throw new CliError('late', `Timed out before ${what}.`, {
        whatToDo:
          'Check that the gateway runs its worker and the sandbox processor, or set a longer timeout: --timeout 2m.',
      });
    }
    await wait(LOOK_EVERY_MS);
  }
}
