/**
 * The position of a step in its trace, in the form of the W3C header `traceparent`. It can be stored with what the step has
 * caused, so that a later step, perhaps in another process, continues the trace.
 */
export type TracePosition = string;

/** What a step is about. Only these facts leave the process, so a trace never contains card data, secrets or names. */
export interface StepFacts {
  readonly orderId?: string;
  readonly merchantId?: string;
  readonly attemptId?: string;
  readonly refundId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  /** How many attempts to deliver the event were made, including this one. */
  readonly deliveryAttempt?: number;
  readonly channelId?: string;
  readonly channelType?: string;
  /** What the channel is asked to do. */
  readonly operation?: string;
  /** The recurring duty or the background work to which the step belongs, and the item that it processes. */
  readonly duty?: string;
  readonly item?: string;
  readonly requestId?: string;
  readonly httpMethod?: string;
  /** The pattern of the path. The path itself could contain secrets. */
  readonly httpRoute?: string;
  readonly httpStatus?: number;
  /** How the step ended, in a word. */
  readonly result?: string;
  /** The kind of the fault. It marks the step as failed. */
  readonly fault?: string;
}

export interface Step {
  readonly name: string;
  /** Whether the step serves a caller, calls another system, or does neither. */
  readonly kind: 'serves' | 'calls' | 'works';
  readonly facts: StepFacts;
  /**
   * The step to which this step belongs. By default, this is the running step. With `none`, the new step belongs to no other
   * step. With a position, it belongs to the step whose position was stored. A missing or malformed position counts as the
   * default.
   */
  readonly belongsTo?: 'none' | { readonly position: TracePosition | undefined };
}

/** Records what the gateway does, and in which step of which work, so that an operator can follow a payment. */
export interface Tracing {
  /**
   * Does work as a step. Steps that the work starts belong to this step. If the work throws, the step is recorded as failed,
   * with the kind of the error.
   */
  step<Result>(step: Step, work: () => Promise<Result>): Promise<Result>;
  /** Adds facts to the running step. */
  note(facts: StepFacts): void;
  /**
   * Links the running step to a step of another trace, such as the one that created the order. A position that is missing or
   * malformed is ignored.
   */
  link(position: TracePosition | undefined): void;
  /** Returns the position of the running step; undefined if none is running or the step is not recorded. */
  position(): TracePosition | undefined;
  /** Sends the recorded steps, and ends the tracing. Takes a few seconds at most. */
  stop(): Promise<void>;
}
