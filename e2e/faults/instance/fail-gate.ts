import { writeSync } from 'node:fs';
import { type FailOrder, REPORT_DESCRIPTOR, reportLine } from './fail-points.ts';

interface ArmedOrder {
  readonly order: FailOrder;
  passagesLeft: number;
}

/** Thrown by a call that is made to fail. */
class InjectedFault extends Error {
  override readonly name = 'InjectedFault';
}

/**
 * A gate that every call of the gateway to one of its ports passes. The harness can arm it for certain calls. The gate then
 * stops the process or makes the call fail; it lets all other calls pass.
 */
export class FailGate {
  readonly #armed = new Map<string, ArmedOrder>();
  readonly #held = new Map<string, () => void>();

  arm(order: FailOrder): void {
    this.#armed.set(order.id, { order, passagesLeft: order.passage });
  }

  disarm(id: string): void {
    this.#armed.delete(id);
    this.release(id);
  }

  release(id: string): void {
    this.#held.get(id)?.();
    this.#held.delete(id);
  }

  async pass(point: string, values: readonly unknown[]): Promise<void> {
    for (const armed of this.#armed.values()) {
      const { order } = armed;
      if (order.point !== point || !isAbout(values, order.about)) continue;
      armed.passagesLeft -= 1;
      if (armed.passagesLeft > 0) continue;
      if (!order.isLasting) this.#armed.delete(order.id);
      await this.#act(order);
    }
  }

  async #act({ id, point, action }: FailOrder): Promise<void> {
    writeSync(REPORT_DESCRIPTOR, reportLine(id, point));
    switch (action) {
      case 'kill':
        process.kill(process.pid, 'SIGKILL');
        // Never continue after this point: the SIGKILL ends the process before any other code may run.
        return new Promise(() => {});
      case 'stop':
        process.kill(process.pid, 'SIGSTOP');
        return;
      case 'throw':
        throw new InjectedFault(`made to fail at ${point}`);
      case 'hold':
        return new Promise((resolve) => this.#held.set(id, resolve));
    }
  }
}

/**
 * Whether a call concerns the given order: its arguments contain the hash in the order's ID. The IDs of the order's attempts,
 * refunds and events contain the same hash.
 */
function isAbout(values: readonly unknown[], about: string | null): boolean {
  return about === null || JSON.stringify(values).includes(about);
}
