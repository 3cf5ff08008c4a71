import { type Answer, sendAll } from './load.ts';
import { type PaidOrder, type PayingGateway, payAll } from './paying-gateway.ts';
import { type BenchPlace, sized } from './place.ts';
import { refundEach } from './refund-load.ts';
import { type SignedRequest, signGet } from './signed-requests.ts';
import { type Comparison, compareInTurn, type Figures } from './subject.ts';
import { expectOrders, payingSubject, serversOf } from './subjects.ts';

const ROUNDS = 3;
const PAID_ORDERS = 400;

const loads = [
  { concurrency: 1, requests: 200 },
  { concurrency: 64, requests: 2_000 },
] as const;

/** Measures queries of paid orders. Each answer must be about the order that was asked for. */
export function benchQueries(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, ['floor']).map((server) =>
      payingSubject(place, server, {
        prepare: (paying) => payOrders(place, paying),
        round: async (paying, paid) => {
          const asked = (index: number) => paid[index % paid.length] as PaidOrder;
          return measure(place, paying, 'queries', {
            sign: (index) =>
              signGet(
                paying.gateway,
                `/api/merchant/order/payment/query/${asked(index).merchantTransactionId}`,
              ),
            check: (answer, index) => {
              if (answer.order_id !== asked(index).orderId || answer.state !== 'PAY_SUCCESS')
                throw new Error(
                  `${asked(index).orderId} was asked for, but the answer is ${JSON.stringify(answer)}`,
                );
            },
          });
        },
      }),
    ),
    ROUNDS,
  );
}

/**
 * Measures the first page of a merchant's orders. The page must be full, and its newest order must be the one that was paid
 * last.
 */
export function benchLists(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, ['floor']).map((server) =>
      payingSubject(place, server, {
        prepare: (paying) => payOrders(place, paying),
        round: async (paying, paid) => {
          const known = new Set(paid.map(({ orderId }) => orderId));
          return measure(place, paying, 'lists', {
            sign: () => signGet(paying.gateway, '/api/merchant/order/list', 'limit=20&state=PAY_SUCCESS'),
            check: ({ orders }) => {
              const listed = orders as readonly { readonly order_id: string }[];
              const expected = Math.min(20, paid.length);
              if (listed.length !== expected || listed.some(({ order_id }) => !known.has(order_id)))
                throw new Error(`the page has ${listed.length} orders, but ${expected} were expected`);
            },
          });
        },
      }),
    ),
    ROUNDS,
  );
}

interface Refunds {
  readonly paid: readonly PaidOrder[];
  accepted: number;
}

/** Measures how long refunds take until the answer, and until the merchant has `order.refund.succeeded`. */
export function benchRefunds(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, ['floor']).map((server) =>
      payingSubject<Refunds>(place, server, {
        prepare: async () => ({ paid: [], accepted: 0 }),
        round: (paying, refunds) => refundAll(place, paying, refunds),
        verify: async (paying, { accepted }, its) => {
          const received = paying.countReceived('order.refund.succeeded');
          if (received !== accepted)
            throw new Error(`the merchant has ${received} of ${accepted} events of refunds`);
          await expectOrders(place.uri, its, { all: accepted });
        },
      }),
    ),
    ROUNDS,
  );
}

/** Pays new orders, and refunds a part of each. */
async function refundAll(place: BenchPlace, paying: PayingGateway, refunds: Refunds): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const { concurrency, requests } of loads) {
    const { paid } = await payAll(paying, sized(place, requests / 4), 16);
    const { acceptedPerSecond, acceptedP50Ms, wholeMs, cpuMs } = await refundEach(paying, paid, concurrency);
    refunds.accepted += paid.length;
    figures[`refunds accepted/s at ${concurrency}`] = acceptedPerSecond;
    figures[`refunds accepted, p50 ms at ${concurrency}`] = acceptedP50Ms;
    figures[`whole refunds/s at ${concurrency}`] = (paid.length * 1000) / wholeMs;
    figures[`processor ms each at ${concurrency}`] = cpuMs;
  }
  return figures;
}

async function payOrders(place: BenchPlace, paying: PayingGateway): Promise<readonly PaidOrder[]> {
  return (await payAll(paying, sized(place, PAID_ORDERS), 16)).paid;
}

async function measure(
  place: BenchPlace,
  { gateway }: PayingGateway,
  what: string,
  calls: { sign(index: number): SignedRequest; check(answer: Answer, index: number): void },
): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const { concurrency, requests } of loads) {
    const signed = Array.from({ length: sized(place, requests) }, (_, index) => calls.sign(index));
    const cpuBeforeMs = gateway.process.cpuMs;
    const { requestsPerSecond, p50Ms, p99Ms } = await sendAll(
      gateway.merchantUrl,
      signed,
      concurrency,
      calls.check,
    );
    figures[`${what}/s at ${concurrency}`] = requestsPerSecond;
    figures[`p50 ms at ${concurrency}`] = p50Ms;
    figures[`p99 ms at ${concurrency}`] = p99Ms;
    figures[`processor ms each at ${concurrency}`] = (gateway.process.cpuMs - cpuBeforeMs) / signed.length;
  }
  return figures;
}
