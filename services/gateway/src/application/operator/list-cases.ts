import { type CallbackInbox, callbackIdAmongAll } from '../../ports/callback-inbox.ts';
import type { OrderCases, WaitingPosition } from '../../ports/order-repository.ts';
import { callbackCase, casesOf, type ListedCase } from './case-details.ts';

export interface CaseListRequest {
  /** Null for all kinds. */
  readonly kind: ListedCase['kind'] | null;
  /** The position at which this page begins: `next` of the previous page; null for the first page. */
  readonly after: WaitingPosition | null;
  /** The maximum number of orders and callbacks to be listed. An order is listed with all its cases. */
  readonly limit: number;
}

export interface ListedCases {
  readonly cases: readonly ListedCase[];
  /** Where the next page begins; null on the last page. */
  readonly next: WaitingPosition | null;
}

interface Waiting extends WaitingPosition {
  readonly cases: readonly ListedCase[];
}

interface Dependencies {
  readonly orders: OrderCases;
  readonly inbox: CallbackInbox;
}

/** Lists everything that waits for an operator, in pages. The entries that have waited longest come first. */
export class ListCases {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute({ kind, after, limit }: CaseListRequest): Promise<ListedCases> {
    const page: Waiting[] = [];
    const batchSize = limit + 1;
    let position = after;
    for (;;) {
      const batch = await this.#waiting(position, batchSize);
      for (const { since, id, cases } of batch) {
        const wanted = cases.filter((listed) => kind === null || listed.kind === kind);
        if (wanted.length === 0) continue;
        if (page.length === limit) return listed(page, page.at(-1) ?? null);
        page.push({ since, id, cases: wanted });
      }
      position = batch.at(-1) ?? null;
      if (batch.length < batchSize) return listed(page, null);
    }
  }

  /** Returns the orders and callbacks that wait for an operator, merged into one list. */
  async #waiting(after: WaitingPosition | null, limit: number): Promise<readonly Waiting[]> {
    const [orders, callbacks] = await Promise.all([
      this.#deps.orders.listWithCases(after, limit),
      this.#deps.inbox.listParked(after, limit),
    ]);
    return [
      ...orders.map(({ since, order, parked }) => ({
        since,
        id: order.orderId,
        cases: casesOf(order, parked),
      })),
      ...callbacks.map((parked) => ({
        since: parked.parked.since,
        id: callbackIdAmongAll(parked.callback),
        cases: [callbackCase(parked)],
      })),
    ]
      .sort(byPosition)
      .slice(0, limit);
  }
}

function listed(page: readonly Waiting[], last: Waiting | null): ListedCases {
  const next = last && { since: last.since, id: last.id };
  return { cases: page.flatMap(({ cases }) => cases), next };
}

function byPosition(left: WaitingPosition, right: WaitingPosition): number {
  const apartMs = left.since.getTime() - right.since.getTime();
  if (apartMs !== 0) return apartMs;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
