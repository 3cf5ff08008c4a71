import { PullSandboxTrigger } from '../../application/sandbox/pull-sandbox-trigger.ts';
import { SandboxClock } from '../../application/sandbox/sandbox-clock.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** What only the sandbox has. */
export const sandbox = area((bind) => {
  const { deliveries, orders } = tokens;
  bind(PullSandboxTrigger, { orders, triggers: tokens.triggers });
  bind(SandboxClock, { clock: tokens.movableClock, orders, deliveries });
});
