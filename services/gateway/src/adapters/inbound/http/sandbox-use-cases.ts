import type { PullSandboxTrigger } from '../../../application/sandbox/pull-sandbox-trigger.ts';
import type { SandboxClock } from '../../../application/sandbox/sandbox-clock.ts';

/**
 * Use cases whose routes exist only in the sandbox. In production both members are undefined, and the paths do not
 * exist.
 */
export interface SandboxUseCases {
  readonly sandboxClock: SandboxClock | undefined;
  readonly pullTrigger: PullSandboxTrigger | undefined;
}
