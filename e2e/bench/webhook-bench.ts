import { percentile } from './load.ts';
import { Payer } from './payer.ts';
import type { PayingGateway } from './paying-gateway.ts';
import { type BenchPlace, sized } from './place.ts';
import { signCreations } from './signed-requests.ts';
import { type Comparison, compareInTurn, type Figures } from './subject.ts';
import { expectOrders, payingSubject, serversOf } from './subjects.ts';

const ROUNDS = 3;
const PAYMENTS_PER_SECOND = 50;
const SECONDS = 7;

/**
 * Measures the time from a channel's result to the merchant's receiver, while payments start at a constant rate. It begins when
 * the processor sends the callback `payment.succeeded`, and ends when the event `order.payment.succeeded` arrives.
 */
export function benchWebhooks(place: BenchPlace): Promise<Comparison> {
  const payments = sized(place, PAYMENTS_PER_SECOND * SECONDS);
  return compareInTurn(
    serversOf(place, ['floor']).map((server) =>
      payingSubject(place, server, {
        areCallbacksTimed: true,
        prepare: async () => ({ rounds: 0 }),
        round: (paying, counts) => {
          counts.rounds += 1;
          return payAtRate(paying, payments);
        },
        verify: (_paying, { rounds }, its) =>
          expectOrders(place.uri, its, { all: rounds * payments, PAY_SUCCESS: rounds * payments }),
      }),
    ),
    ROUNDS,
  );
}

/** Starts payments at a constant rate, without waiting until earlier ones have ended. */
async function payAtRate(paying: PayingGateway, payments: number): Promise<Figures> {
  const delaysMs: number[] = [];
  const requests = signCreations(paying.gateway, payments);
  const payer = new Payer(paying.gateway, PAYMENTS_PER_SECOND);
  const startedAtMs = performance.now();
  await Promise.all(
    requests.map(async (request, index) => {
      const dueInMs = startedAtMs + (index * 1000) / PAYMENTS_PER_SECOND - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(dueInMs, 0)));
      let received: Promise<void> | undefined;
      await payer.pay(request, (orderId) => {
        received = paying.received('order.payment.succeeded', orderId).then(() => {
          delaysMs.push(performance.now() - (paying.timed?.resultAtMs(orderId) ?? Number.NaN));
        });
      });
      await received;
    }),
  );
  await payer.close();
  return {
    [`p50 ms at ${PAYMENTS_PER_SECOND}/s`]: percentile(delaysMs, 0.5),
    [`p99 ms at ${PAYMENTS_PER_SECOND}/s`]: percentile(delaysMs, 0.99),
    'longest ms': Math.max(...delaysMs),
  };
}
