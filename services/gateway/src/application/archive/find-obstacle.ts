import { type DayInBooks, daysOfMoney } from '../../domain/archive/day-in-books.ts';
import { type ArchiveObstacle, obstacleToArchiving } from '../../domain/archive/obstacle-to-archiving.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OldOrder } from '../../ports/old-orders.ts';
import type { LookUpBooks } from './look-up-books.ts';

interface Dependencies {
  readonly books: Pick<LookUpBooks, 'execute'>;
  readonly clock: Clock;
}

/**
 * Finds the first reason why a stored order must stay in the database. The reason can lie in the order itself or in other
 * stored data about it.
 */
export class FindObstacle {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    { order, isParked, events, isCallbackWaiting }: OldOrder,
    changedBefore: Date,
  ): Promise<ArchiveObstacle | null> {
    const daysInBooks: DayInBooks[] = [];
    for (const day of daysOfMoney(order))
      daysInBooks.push(await this.#deps.books.execute(order.orderId, day));
    const isDeliveryPending = events.some(({ delivery }) => delivery.state === 'pending');
    const candidate = { order, isParked, isDeliveryPending, isCallbackWaiting, daysInBooks };
    return obstacleToArchiving(candidate, changedBefore, this.#deps.clock.now());
  }
}
