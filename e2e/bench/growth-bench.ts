import { sendAll } from './load.ts';
import type { MeasuredGateway } from './measured-gateway.ts';
import { type StoredOrder, storeOldOrders } from './old-orders.ts';
import { type PaidOrder, type PayingGateway, payAll } from './paying-gateway.ts';
import { type BenchPlace, sized } from './place.ts';
import { refundEach } from './refund-load.ts';
import { type SignedRequest, signCreations, signGet } from './signed-requests.ts';
import { type Comparison, compareInTurn, type Figures } from './subject.ts';
import { expectOrders, type MeasuredServer, payingSubject, serversOf } from './subjects.ts';

/**
 * How many orders the databases have. `size` changes these numbers, but not the number of calls. `size` must be at least 0.1,
 * so that the orders of the past include all orders of yesterday.
 */
const ORDERS = [10_000, 100_000, 1_000_000] as const;
const ROUNDS = 5;
/** How many calls of each kind a round makes, one after another. */
const CALLS = 30;
const DAY_MS = 24 * 3_600_000;

/** Compares a gateway that has few stored orders with gateways that have more. Each gateway has its own database. */
export function benchGrowth(place: BenchPlace): Promise<Comparison> {
  return compareInTurn(
    serversOf(place, []).flatMap((server) =>
      ORDERS.map((usual) => grownSubject(place, server, sized(place, usual))),
    ),
    ROUNDS,
  );
}

function grownSubject(place: BenchPlace, server: MeasuredServer, orders: number) {
  const grown: MeasuredServer = {
    ...server,
    name: `${server.name}, ${orders} orders`,
    databaseName: `${server.databaseName}_${orders}`,
  };
  return payingSubject(place, grown, {
    prepare: async (paying) => ({ old: await grow(place, grown, paying, orders), orders: orders + 1 }),
    round: async (paying, state) => {
      state.orders += 2 * CALLS;
      return measure(paying, state.old);
    },
    verify: (_paying, state, its) => expectOrders(place.uri, its, { all: state.orders }),
  });
}

async function grow(
  { uri }: BenchPlace,
  { databaseName }: MeasuredServer,
  paying: PayingGateway,
  orders: number,
): Promise<readonly StoredOrder[]> {
  const [first] = (await payAll(paying, 1, 1)).paid as readonly [PaidOrder];
  const { merchantId } = paying.gateway;
  return storeOldOrders({ uri, databaseName, merchantId }, first, orders);
}

async function measure(paying: PayingGateway, old: readonly StoredOrder[]): Promise<Figures> {
  const { gateway } = paying;
  const dutiesBefore = await dutiesOf(gateway);
  const created = await sendAll(gateway.merchantUrl, signCreations(gateway, CALLS), 1);
  const paid = await payAll(paying, CALLS, 1);
  const refunds = await refundEach(paying, paid.paid, 1);
  const reads = await measureReads(gateway, old);
  const duties = await dutiesOf(gateway);
  return {
    'creation, p50 ms': created.p50Ms,
    'whole payment, p50 ms': paid.p50Ms,
    'refund accepted, p50 ms': refunds.acceptedP50Ms,
    'whole refund, ms': refunds.wholeMs / CALLS,
    ...reads,
    'run of a duty, mean ms':
      (1000 * (duties.seconds - dutiesBefore.seconds)) / (duties.runs - dutiesBefore.runs),
  };
}

/** Measures the queries of merchants and operators. Each answer must be about what was asked for. */
async function measureReads(gateway: MeasuredGateway, old: readonly StoredOrder[]): Promise<Figures> {
  const asked = Array.from(
    { length: CALLS },
    () => old[Math.floor(Math.random() * old.length)] as StoredOrder,
  );
  const read = async (
    sign: (order: StoredOrder) => SignedRequest,
    check: (answer: object, order: StoredOrder) => boolean,
  ) => {
    const { p50Ms } = await sendAll(gateway.merchantUrl, asked.map(sign), 1, (answer, index) => {
      if (!check(answer, asked[index] as StoredOrder))
        throw new Error(`wrong answer: ${JSON.stringify(answer)}`);
    });
    return p50Ms;
  };
  const [yesterday, today] = [DAY_MS, 0].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 10));
  const ofYesterday = `created_from=${yesterday}T00%3A00%3A00Z&created_to=${today}T00%3A00%3A00Z`;
  return {
    'query of an old order, p50 ms': await read(
      ({ merchantTransactionId }) =>
        signGet(gateway, `/api/merchant/order/payment/query/${merchantTransactionId}`),
      (answer, { orderId }) => (answer as { order_id: string }).order_id === orderId,
    ),
    'first page of orders, p50 ms': await read(
      () => signGet(gateway, '/api/merchant/order/list', 'limit=20'),
      (answer) => (answer as { orders: unknown[] }).orders.length === 20,
    ),
    'first page of paid orders, p50 ms': await read(
      () => signGet(gateway, '/api/merchant/order/list', 'limit=20&state=PAY_SUCCESS'),
      (answer) => (answer as { orders: unknown[] }).orders.length === 20,
    ),
    'first page of the orders of a day, p50 ms': await read(
      () => signGet(gateway, '/api/merchant/order/list', `${ofYesterday}&limit=20`),
      (answer) => (answer as { orders: unknown[] }).orders.length === 20,
    ),
    'settlement of a day, p50 ms': await read(
      () => signGet(gateway, '/api/merchant/report/settlement', `date=${yesterday}`),
      (answer) => (answer as { totals: unknown[] }).totals.length === 1,
    ),
    'events, p50 ms': await read(
      () => signGet(gateway, '/api/merchant/event/list', 'limit=20'),
      (answer) => (answer as { events: unknown[] }).events.length === 20,
    ),
  };
}

/** How many times the recurring duties of the gateway have run, and their total duration. */
async function dutiesOf({
  operationsUrl,
}: MeasuredGateway): Promise<{ readonly runs: number; readonly seconds: number }> {
  const metrics = await (await fetch(`${operationsUrl}/metrics`)).text();
  const sumOf = (name: string) =>
    metrics
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  return { runs: sumOf('kassa_duty_seconds_count'), seconds: sumOf('kassa_duty_seconds_sum') };
}
