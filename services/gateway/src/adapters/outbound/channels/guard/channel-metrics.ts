import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { CircuitState } from '../../../../ports/channel-health.ts';

const circuitStates: readonly CircuitState[] = ['closed', 'half_open', 'open'];

/** Counts calls to channels and shows the state of their circuits, for Prometheus. */
export class ChannelMetrics {
  readonly #calls: Counter<'channel' | 'operation' | 'result'>;
  readonly #seconds: Histogram<'channel' | 'operation'>;
  readonly #circuits: Gauge<'channel' | 'state'>;

  /** @param load returns the running and the waiting calls of each channel; called at each scrape */
  constructor(
    registry: Registry,
    load: () => Iterable<{ readonly channelId: string; readonly running: number; readonly waiting: number }>,
  ) {
    const registers = [registry];
    this.#calls = new Counter({
      name: 'kassa_channel_calls_total',
      help: 'Calls to channels, by outcome.',
      labelNames: ['channel', 'operation', 'result'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'kassa_channel_call_seconds',
      help: 'Time that channels took to answer, without the wait for a free call slot.',
      labelNames: ['channel', 'operation'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10],
      registers,
    });
    this.#circuits = new Gauge({
      name: 'kassa_channel_circuit',
      help: '1 for the present state of a channel’s circuit: closed, half_open or open.',
      labelNames: ['channel', 'state'],
      registers,
    });
    new Gauge({
      name: 'kassa_channel_calls_now',
      help: 'Calls in progress (running), and calls that wait for a free call slot (waiting).',
      labelNames: ['channel', 'state'],
      registers,
      collect() {
        for (const { channelId, running, waiting } of load()) {
          this.set({ channel: channelId, state: 'running' }, running);
          this.set({ channel: channelId, state: 'waiting' }, waiting);
        }
      },
    });
  }

  noteCall(channel: string, operation: string, result: string, durationMs: number | null): void {
    this.#calls.inc({ channel, operation, result });
    if (durationMs !== null) this.#seconds.observe({ channel, operation }, durationMs / 1000);
  }

  noteCircuit(channel: string, state: CircuitState): void {
    for (const each of circuitStates) this.#circuits.set({ channel, state: each }, each === state ? 1 : 0);
  }
}
