/** One step of the test of a channel's account and connection, in words for an operator. */
export interface CheckStep {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why the step failed or was skipped; never contains a secret. Null if there is nothing to say. */
  readonly detail: string | null;
}

/**
 * Returns the overall outcome of a channel's test: `failed` if any step failed, `skipped` if every step was skipped, and
 * otherwise `passed`.
 */
export function outcomeOfSteps(steps: readonly CheckStep[]): CheckStep['outcome'] {
  const has = (outcome: CheckStep['outcome']) => steps.some((step) => step.outcome === outcome);
  return has('failed') ? 'failed' : has('passed') ? 'passed' : 'skipped';
}
