import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { DueOrders } from '../ports/order-repository.ts';
import type { Tracing } from '../ports/tracing.ts';
import { attendOrPutOff } from './duties/attend-or-put-off.ts';

interface Dependencies {
  readonly orders: Pick<DueOrders, 'putOff'>;
  readonly alerts: Alerts;
  readonly clock: Clock;
  readonly tracing: Tracing;
}

/**
 * Work that continues after its caller has received an answer. If the work fails, nothing is lost: the recurring duties find
 * unfinished work in the database. This class keeps track of the running work, so that a stopping process can let it finish.
 */
export class BackgroundWork {
  readonly #deps: Dependencies;
  readonly #running = new Set<Promise<void>>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  start(name: string, work: () => Promise<unknown>): void {
    const { tracing } = this.#deps;
    const running: Promise<void> = tracing
      .step({ name, kind: 'works', facts: { duty: name } }, work)
      .then(
        () => undefined,
        (error: unknown) => this.#deps.alerts.raise({ kind: 'duty_failed', duty: name, error }),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /**
   * Starts work on an order in the background. If the work fails, the recurring duties usually repeat it. But an order that has
   * reached its size limit cannot store a channel's result. In that case, the work on the order stops, and an operator
   * immediately gets a case, because the channel might not report the result again. The work stops only after all events of the
   * order have been copied to the event log.
   */
  startOnOrder(duty: string, orderId: string, attend: () => Promise<unknown>): void {
    const { orders, alerts, clock } = this.#deps;
    this.start(duty, () =>
      attendOrPutOff(alerts, {
        duty,
        item: orderId,
        attend,
        putOff: async (failure) =>
          failure.kind === 'no_room' ? orders.putOff(orderId, failure, clock.now()) : null,
      }),
    );
  }

  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
