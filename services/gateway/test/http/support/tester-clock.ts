import { compileValidator, SandboxClock } from '@kassa/contracts';
import type { EnvelopeAnswer } from './envelope-answer.ts';
import type { GatewayBench, Instance } from './gateway-bench.ts';
import { read } from './read-message.ts';

const readClock = compileValidator(SandboxClock);
const path = '/admin/sandbox/clock';

/** Moves the sandbox's clock through the operations port, as a tester does. */
export class TesterClock {
  readonly #bench: GatewayBench;

  constructor(bench: GatewayBench) {
    this.#bench = bench;
  }

  async show(instance: Instance = this.#bench.main) {
    return read(readClock, await this.#bench.admin('GET', path, undefined, { instance }));
  }

  move(body: unknown, instance: Instance = this.#bench.main): Promise<EnvelopeAnswer> {
    return this.#bench.admin('POST', path, body, { instance });
  }

  async advance(seconds: number, instance?: Instance) {
    return read(readClock, await this.move({ advance_seconds: seconds }, instance));
  }

  async to(moment: string) {
    return read(readClock, await this.move({ to: moment }));
  }

  async toNextDue() {
    return read(readClock, await this.move({ to_next_due: true }));
  }
}
