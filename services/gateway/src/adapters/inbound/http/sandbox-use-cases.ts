import type { PullSandboxTrigger } from '../../../application/sandbox/pull-sandbox-trigger.ts';
import type { SandboxClock } from '../../../application/sandbox/sandbox-clock.ts';

/** What only the sandbox serves; in production its paths do not exist. */
export interface SandboxUseCases {
  readonly sandboxClock: SandboxClock | undefined;
  readonly pullTrigger: PullSandboxTrigger | undefined;
}
