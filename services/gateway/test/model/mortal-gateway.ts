import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import type { Surroundings } from '../in-memory/test-gateway.ts';
import { ModelGateway } from './model-gateway.ts';
import type { Turns } from './turns.ts';

/** What befalls a process at one of its next calls of a port. */
export interface ProcessFault {
  readonly kind: 'crash' | 'database_failure';
  /** Whether the call has had its effect by then. */
  readonly when: 'before' | 'after';
  /** How many calls go well before it. */
  readonly callsBefore: number;
  /** How many calls in a row fail; a crash needs one. */
  readonly calls: number;
}

/** Hears of the calls that a process makes, right before and after their effects. */
export interface CallWitness {
  around(
    port: keyof Surroundings,
    method: string,
    args: readonly unknown[],
    effect: () => Promise<unknown>,
  ): Promise<unknown>;
}

const stores = new Set<keyof Surroundings>([
  'orders',
  'claims',
  'merchants',
  'events',
  'deliveries',
  'inbox',
]);
const ports = [...stores, 'channel', 'sender'] as const;
/** Methods that ask nobody. */
const immediate = new Set(['methods', 'readCallback']);

/**
 * One process: a gateway whose every call of a port waits for its turn, can fail, and can be the last
 * thing that the process did. A dead process gets no answer to anything any more.
 */
export class MortalGateway {
  readonly gateway: ModelGateway;
  readonly #turns: Turns;
  readonly #witness: CallWitness;
  #fault: ProcessFault | null = null;
  #isDead = false;
  readonly #mourners: (() => void)[] = [];
  #failures = 0;

  constructor(surroundings: Surroundings, turns: Turns, witness: CallWitness) {
    this.#turns = turns;
    this.#witness = witness;
    const guarded = Object.fromEntries(
      ports.map((name) => [name, this.#guard(name, surroundings[name as keyof Surroundings])]),
    );
    const otherChannels = surroundings.otherChannels.map((other) => this.#guard('otherChannels', other));
    this.gateway = new ModelGateway({ ...surroundings, ...guarded, otherChannels });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** How many of its calls failed so far. */
  get failures(): number {
    return this.#failures;
  }

  arm(fault: ProcessFault | null): void {
    this.#fault = fault;
  }

  /** What becomes known when it dies. */
  whenDead(then: () => void): void {
    this.#mourners.push(then);
  }

  #die(): void {
    this.#isDead = true;
    for (const then of this.#mourners) then();
  }

  #guard<Port extends object>(name: keyof Surroundings, port: Port): Port {
    return new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const method = String(key);
        if (immediate.has(method)) return value.bind(target);
        return (...args: readonly unknown[]) =>
          this.#call(name, () =>
            this.#witness.around(
              name,
              method,
              args,
              () => Reflect.apply(value, target, args) as Promise<unknown>,
            ),
          );
      },
    });
  }

  async #call<Result>(name: keyof Surroundings, effect: () => Promise<Result>): Promise<Result> {
    const answer = this.#isDead ? 'dead' : await this.#turns.take(this, () => this.#inTurn(name, effect));
    return answer === 'dead' ? new Promise<never>(() => {}) : answer.result;
  }

  async #inTurn<Result>(
    name: keyof Surroundings,
    effect: () => Promise<Result>,
  ): Promise<'dead' | { readonly result: Result }> {
    if (this.#isDead) return 'dead';
    const fault = this.#faultNow(name);
    if (fault?.when === 'before') return this.#suffer(fault);
    const result = await effect();
    if (fault !== null) return this.#suffer(fault);
    return this.#isDead ? 'dead' : { result };
  }

  #suffer({ kind }: ProcessFault): 'dead' {
    if (kind === 'crash') {
      this.#die();
      return 'dead';
    }
    this.#failures += 1;
    throw new TemporarilyUnavailable('the model takes the database away');
  }

  #faultNow(name: keyof Surroundings): ProcessFault | null {
    const fault = this.#fault;
    if (fault === null || (fault.kind === 'database_failure' && !stores.has(name))) return null;
    if (fault.callsBefore > 0) {
      this.#fault = { ...fault, callsBefore: fault.callsBefore - 1 };
      return null;
    }
    this.#fault = fault.calls > 1 ? { ...fault, calls: fault.calls - 1 } : null;
    return fault;
  }
}
