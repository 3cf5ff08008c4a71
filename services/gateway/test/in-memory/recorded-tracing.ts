import { AsyncLocalStorage } from 'node:async_hooks';
import type { Step, StepFacts, TracePosition, Tracing } from '../../src/ports/tracing.ts';

export interface RecordedStep extends Step {
  readonly position: TracePosition;
  readonly within: TracePosition | undefined;
  readonly links: TracePosition[];
  readonly noted: StepFacts[];
}

/** Keeps steps in memory. Their positions are named after the steps. */
export class RecordedTracing implements Tracing {
  readonly steps: RecordedStep[] = [];
  /** Whether steps have a position, as if they were sampled. */
  isRecording = true;
  readonly #running = new AsyncLocalStorage<RecordedStep | undefined>();

  step<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
    const position = `${step.name} ${this.steps.length + 1}`;
    const recorded = { ...step, position, within: this.position(), links: [], noted: [] };
    this.steps.push(recorded);
    return this.#running.run(recorded, work);
  }

  note(facts: StepFacts): void {
    this.#running.getStore()?.noted.push(facts);
  }

  link(position: TracePosition | undefined): void {
    if (position !== undefined) this.#running.getStore()?.links.push(position);
  }

  position(): TracePosition | undefined {
    return this.isRecording ? this.#running.getStore()?.position : undefined;
  }

  async stop(): Promise<void> {}
}
