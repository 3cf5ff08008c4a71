import type { PullSandboxTrigger } from '../../../application/sandbox/pull-sandbox-trigger.ts';
import type { SandboxClock } from '../../../application/sandbox/sandbox-clock.ts';

/**
 * The use cases that only the sandbox has: its clock and its triggers. In production they are undefined, and their
 * paths do not exist.
 */
export interface SandboxUseCases {
  readonly sandboxClock: SandboxClock | undefined;
  readonly pullTrigger: PullSandboxTrigger | undefined;
}
