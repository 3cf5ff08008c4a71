import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import type { Surroundings } from '../in-memory/surroundings.ts';
import { AccountedChannels } from './accounted-channels.ts';
import type { ChannelKeys } from './channel-keys.ts';
import { ModelGateway } from './model-gateway.ts';
import type { Turns } from './turns.ts';

/** A fault that hits a process at one of its next port calls. */
export interface ProcessFault {
  readonly kind: 'crash' | 'database_failure';
  /** Whether the fault comes before or after the call takes effect. */
  readonly when: 'before' | 'after';
  /** How many calls succeed before the fault. */
  readonly callsBefore: number;
  /** How many calls in a row fail. For a crash, this is one. */
  readonly calls: number;
}

/** A pause of a process at one of its next port calls, before or after the call takes effect. */
export interface PauseAtCall {
  readonly when: 'before' | 'after';
  /** How many calls are made before the pause. */
  readonly callsBefore: number;
}

type Port = keyof Surroundings | 'accounts';

/** Observes each call of a process: when the process makes it, and immediately before and after it takes effect. */
export interface CallWitness {
  made(port: Port, method: string, args: readonly unknown[]): void;
  around(
    port: Port,
    method: string,
    args: readonly unknown[],
    effect: () => Promise<unknown>,
  ): Promise<unknown>;
}

const stores = new Set<Port>(['accounts', 'orders', 'claims', 'merchants', 'events', 'deliveries', 'inbox']);
const ports = ['orders', 'claims', 'merchants', 'events', 'deliveries', 'inbox', 'sender'] as const;
/** Methods that need no other party. */
const immediate = new Set(['methods', 'readCallback']);
/** Methods whose answer arrives in parts. */
const streaming = new Set(['withMoneyMoved']);

/**
 * One process: a gateway whose every port call waits for its turn. A call can fail, or be the last action of the process. A
 * dead process gets no more answers.
 */
export class MortalGateway {
  readonly gateway: ModelGateway;
  readonly #turns: Turns;
  readonly #witness: CallWitness;
  #fault: ProcessFault | null = null;
  #pause: PauseAtCall | null = null;
  #isDead = false;
  readonly #mourners: (() => void)[] = [];
  #failures = 0;

  constructor(surroundings: Surroundings, keys: ChannelKeys, turns: Turns, witness: CallWitness) {
    this.#turns = turns;
    this.#witness = witness;
    const guarded = Object.fromEntries(ports.map((name) => [name, this.#guard(name, surroundings[name])]));
    const { channel, otherChannels } = surroundings;
    const { accounts, types } = keys;
    const channelIds = [channel, ...otherChannels].map(({ channelId }) => channelId);
    // A process keeps the accounts in memory, so reading them counts as no port call.
    const channels = new AccountedChannels(accounts, channelIds, (account) =>
      this.#guard(account.channelId === channel.channelId ? 'channel' : 'otherChannels', keys.open(account)),
    );
    this.gateway = new ModelGateway(
      { ...surroundings, ...guarded },
      { channels, accounts: this.#guard('accounts', accounts), types },
    );
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** How many calls of this process have failed so far. */
  get failures(): number {
    return this.#failures;
  }

  arm(fault: ProcessFault | null): void {
    this.#fault = fault;
  }

  pauseAt(pause: PauseAtCall | null): void {
    this.#pause = pause;
  }

  /** Called when the process dies. */
  whenDead(then: () => void): void {
    this.#mourners.push(then);
  }

  #die(): void {
    this.#isDead = true;
    for (const then of this.#mourners) then();
  }

  #guard<Guarded extends object>(name: Port, port: Guarded): Guarded {
    return new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== 'function') return value;
        const method = String(key);
        if (immediate.has(method)) return value.bind(target);
        if (streaming.has(method)) {
          return (...args: readonly unknown[]) =>
            this.#stream(name, Reflect.apply(value, target, args) as AsyncIterable<unknown>);
        }
        return (...args: readonly unknown[]) => {
          this.#witness.made(name, method, args);
          const effect = () => Reflect.apply(value, target, args) as Promise<unknown>;
          return this.#call(name, () => this.#witness.around(name, method, args, effect));
        };
      },
    });
  }

  /** Reads a result that comes in parts. Reading each part is a call of its own. */
  async *#stream(name: Port, parts: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    const iterator = parts[Symbol.asyncIterator]();
    for (;;) {
      const part = await this.#call(name, () => iterator.next());
      if (part.done === true) return;
      yield part.value;
    }
  }

  async #call<Result>(name: Port, effect: () => Promise<Result>): Promise<Result> {
    const pausing = this.#pauseNow();
    if (pausing === 'before') this.#turns.pause(this);
    const answer = this.#isDead ? 'dead' : await this.#turns.take(this, () => this.#inTurn(name, effect));
    if (pausing === 'after' && !this.#isDead) {
      this.#turns.pause(this);
      await this.#turns.take(this, () => Promise.resolve());
    }
    return answer === 'dead' ? new Promise<never>(() => {}) : answer.result;
  }

  #pauseNow(): PauseAtCall['when'] | null {
    const pause = this.#pause;
    if (pause === null || this.#isDead) return null;
    this.#pause = pause.callsBefore > 0 ? { ...pause, callsBefore: pause.callsBefore - 1 } : null;
    return this.#pause === null ? pause.when : null;
  }

  async #inTurn<Result>(
    name: Port,
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

  #faultNow(name: Port): ProcessFault | null {
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
