import type { PullSandboxTrigger } from '../../../application/sandbox/pull-sandbox-trigger.ts';
import type { SandboxClock } from '../../../application/sandbox/sandbox-clock.ts';

/** Routes that only the sandbox serves; their paths do not exist in production. */
export interface SandboxUseCases {
  readonly sandboxClock: SandboxClock | undefined;
  readonly pullTrigger: PullSandboxTrigger | undefined;
}
