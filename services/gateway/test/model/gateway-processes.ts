import { addSeconds } from '../../src/domain/add-seconds.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { ClockBehind } from '../in-memory/settable-clock.ts';
import type { ModelGateway } from './model-gateway.ts';
import { MortalGateway } from './mortal-gateway.ts';
import type { Stage, Stores } from './stage.ts';

type Answer = { readonly kind: string; readonly name?: string };

/**
 * How far the second process's clock is behind when it applies a channel's report and writes a change of an order. Nothing else
 * has another clock, because the model judges all answers of a process by one time.
 */
const SECONDS_BETWEEN_CLOCKS = 30;

/** The gateway may refuse a call that was suspended for longer than this, because the caller has repeated it meanwhile. */
const LATEST_DECISION_SECONDS = 20;

/** Two processes of the gateway, and their unanswered calls. */
export class GatewayProcesses {
  readonly #stage: Stage;
  readonly #stores: readonly [Stores, Stores];
  readonly #processes: MortalGateway[];
  readonly #open = new Set<string>();
  readonly #looking = new Set<MortalGateway>();
  #calls = 0;

  constructor(stage: Stage, stores: readonly [Stores, Stores]) {
    this.#stage = stage;
    this.#stores = stores;
    this.#processes = [this.#newProcess(0), this.#newProcess(1)];
  }

  /** Calls without an answer. */
  get unanswered(): readonly string[] {
    return [...this.#open];
  }

  at(index: number): MortalGateway {
    return this.#processes[index] as MortalGateway;
  }

  replaceTheDead(): void {
    for (const [index, process] of this.#processes.entries()) {
      if (process.isDead) this.#processes[index] = this.#newProcess(index);
    }
  }

  disarm(): void {
    for (const process of this.#processes) {
      process.arm(null);
      process.pauseAt(null);
    }
  }

  /** Starts a call on a process, and checks its answer when it arrives. */
  call(
    at: number,
    name: string,
    run: (gateway: ModelGateway) => Promise<Answer>,
    judge: (outcome: string, from: number) => readonly string[] = () => [],
  ): void {
    const process = this.at(at);
    const { failures } = process;
    const { clock } = this.#stage.outside;
    const decideBy = addSeconds(clock.realNow(), LATEST_DECISION_SECONDS);
    const from = this.#stage.chronicle.moment;
    this.#calls += 1;
    const call = `${name} #${this.#calls}`;
    this.#open.add(call);
    void run(process.gateway)
      .then(outcomeOf, (error: unknown) => {
        const isUnavailable = error instanceof TemporarilyUnavailable;
        if (isUnavailable && (process.failures > failures || clock.realNow() > decideBy))
          return 'unavailable';
        return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      })
      .then((outcome) => {
        this.#open.delete(call);
        if (outcome.startsWith('threw')) this.#stage.violate(`${call} ${outcome}`);
        else if (outcome !== 'unavailable')
          this.#stage.violate(...judge(outcome, from).map((fault) => `${call}: ${fault}`));
      })
      .catch((error: unknown) => this.#stage.violate(`${call}: ${String(error)}`));
    // A dead process answers nobody.
    process.whenDead(() => this.#open.delete(call));
  }

  /** Runs every duty of a process once, unless the previous run has not ended. */
  look(at: number): void {
    const process = this.at(at);
    if (this.#looking.has(process)) return;
    this.#looking.add(process);
    this.call(at, 'look', async (gateway) => {
      await gateway.alarmClock.ring();
      this.#looking.delete(process);
      return { kind: 'looked' };
    });
  }

  #newProcess(index: number): MortalGateway {
    const stores = this.#stores[index % 2] as Stores;
    const { outside, keys, turns, witnesses } = this.#stage;
    const clockOfReports = new ClockBehind(outside.clock, index * SECONDS_BETWEEN_CLOCKS);
    const surroundings = { ...outside, ...stores, clockOfReports };
    return new MortalGateway(surroundings, keys, turns, witnesses.ofProcess());
  }
}
