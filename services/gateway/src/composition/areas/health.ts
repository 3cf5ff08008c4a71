import { WatchClock } from '../../application/duties/watch-clock.ts';
import { JudgeReadiness } from '../../application/health/judge-readiness.ts';
import { ReadBacklog } from '../../application/health/read-backlog.ts';
import { WatchDatabase } from '../../application/health/watch-database.ts';
import { WatchWorkers } from '../../application/health/watch-workers.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Binds the use cases that check whether this instance and the other instances do their work. */
export const health = area((bind) => {
  const { alerts, backlog, clock, roles } = tokens;
  bind(ReadBacklog, { backlog, clock });
  bind(WatchWorkers, { readBacklog: ReadBacklog, alerts });
  bind(WatchDatabase, { health: tokens.health, alerts });
  bind(JudgeReadiness, { health: tokens.health, watchClock: WatchClock, readBacklog: ReadBacklog, roles });
});
