import { CircuitState as State } from 'cockatiel';
import type { Registry } from 'prom-client';
import type { Alerts } from '../../../../ports/alerts.ts';
import type { ChannelHealth, CircuitState, HealthReport } from '../../../../ports/channel-health.ts';
import type { PaymentChannel } from '../../../../ports/payment-channel.ts';
import type { Tracing } from '../../../../ports/tracing.ts';
import { ChannelCircuit } from './channel-circuit.ts';
import { ChannelMetrics } from './channel-metrics.ts';
import { defaultGuardSettings, type GuardSettings } from './guard-settings.ts';
import { GuardedChannel } from './guarded-channel.ts';
import { RecentCalls } from './recent-calls.ts';

/**
 * Kinds of calls that a channel's health report leaves out, because they do not show whether the channel can take payments.
 * `read_callback` usually makes no call to the processor, and `statement` takes minutes. Operators use `check` mostly when
 * something is already wrong.
 */
const asideOfPayments: ReadonlySet<string> = new Set(['read_callback', 'statement', 'check']);

interface Guard {
  readonly circuit: ChannelCircuit;
  readonly recent: RecentCalls;
}

const stateNames: Readonly<Record<State, CircuitState>> = {
  [State.Closed]: 'closed',
  [State.HalfOpen]: 'half_open',
  [State.Open]: 'open',
  [State.Isolated]: 'open',
};

/**
 * Keeps the circuit breaker and the recent calls of each channel in this process, by channel ID. Both survive when a channel
 * object is created again, for example after its account has changed.
 */
export class ChannelGuards implements ChannelHealth {
  readonly #settings: GuardSettings;
  readonly #metrics: ChannelMetrics;
  readonly #alerts: Alerts;
  readonly #tracing: Tracing;
  readonly #guards = new Map<string, Guard>();

  constructor(deps: {
    registry: Registry;
    alerts: Alerts;
    tracing: Tracing;
    settings?: Partial<GuardSettings>;
  }) {
    this.#settings = { ...defaultGuardSettings, ...deps.settings };
    this.#metrics = new ChannelMetrics(deps.registry, () => this.#load());
    this.#alerts = deps.alerts;
    this.#tracing = deps.tracing;
  }

  /** Wraps a channel with its guard. */
  around(channel: PaymentChannel): PaymentChannel {
    const { channelId } = channel;
    const { circuit, recent } = this.#guardOf(channelId);
    return new GuardedChannel(channel, {
      circuit,
      tracing: this.#tracing,
      slowMs: this.#settings.slowSeconds * 1000,
      realNow: () => new Date(),
      observer: {
        ended: (operation, result, durationMs, failure) => {
          this.#metrics.noteCall(channelId, operation, result, durationMs);
          if (durationMs === null || asideOfPayments.has(operation)) return;
          recent.note(durationMs, failure);
        },
      },
    });
  }

  isOpenable(channelId: string): boolean {
    return this.#guards.get(channelId)?.circuit.isOpenable() ?? true;
  }

  reportOf(channelId: string): HealthReport {
    const { circuit, recent } = this.#guardOf(channelId);
    const { probeDueAt, running, waiting } = circuit;
    return { circuit: stateNames[circuit.state], probeDueAt, running, waiting, ...recent.report() };
  }

  #guardOf(channelId: string): Guard {
    const known = this.#guards.get(channelId);
    if (known !== undefined) return known;
    const recent = new RecentCalls();
    const circuit = new ChannelCircuit(this.#settings, (state) => {
      this.#metrics.noteCircuit(channelId, stateNames[state]);
      if (state !== State.Open) return;
      const detail = recent.latestFailure ?? 'no call failed';
      this.#alerts.raise({ kind: 'channel_circuit_opened', channelId, detail });
    });
    const guard: Guard = { circuit, recent };
    this.#guards.set(channelId, guard);
    this.#metrics.noteCircuit(channelId, 'closed');
    return guard;
  }

  *#load() {
    for (const [channelId, { circuit }] of this.#guards) {
      yield { channelId, running: circuit.running, waiting: circuit.waiting };
    }
  }
}
