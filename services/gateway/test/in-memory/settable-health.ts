import type { ChannelHealth, HealthReport } from '../../src/ports/channel-health.ts';

/** The health of channels. All channels are well until a test says otherwise. */
export class SettableHealth implements ChannelHealth {
  /** IDs of channels whose circuits are open. */
  readonly open = new Set<string>();

  isOpenable(channelId: string): boolean {
    return !this.open.has(channelId);
  }

  reportOf(channelId: string): HealthReport {
    const circuit = this.open.has(channelId) ? 'open' : 'closed';
    const quiet = { calls: 0, errorRate: null, medianMs: null, p95Ms: null, running: 0, waiting: 0 };
    return { circuit, probeDueAt: null, ...quiet };
  }
}
