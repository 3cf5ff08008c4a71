import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';

/** How many steps may wait for the collector. Further ones are dropped, so a collector that hangs costs little memory. */
const MOST_WAITING = 2_048;
const MOST_IN_A_BATCH = 512;
const SEND_AFTER_MS = 1_000;
const MOST_OF_REASON = 200;
const ONE_LINE_PER_MS = 60_000;

/** Logs that steps were lost. Called at most once a minute, with the number of steps that were lost since the last call. */
export type LossLog = (loss: { readonly lost: number; readonly reason: string }) => void;

/**
 * Sends steps to the collector in batches, one batch at a time. Steps that cannot be sent are dropped and counted; nothing waits
 * for the collector.
 */
export class BoundedExport implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #log: LossLog;
  readonly #nowMs: () => number;
  #waiting = 0;
  #underWay = 0;
  #lost = 0;
  #saidAtMs = Number.NEGATIVE_INFINITY;

  constructor(exporter: SpanExporter, timeoutMs: number, log: LossLog, nowMs = () => performance.now()) {
    this.#log = log;
    this.#nowMs = nowMs;
    this.#batches = new BatchSpanProcessor({
      exporter: this.#counted(exporter),
      maxQueueSize: MOST_WAITING,
      maxExportBatchSize: MOST_IN_A_BATCH,
      scheduledDelayMillis: SEND_AFTER_MS,
      exportTimeoutMillis: timeoutMs,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= MOST_WAITING) {
      this.#lose(1, 'the collector is too slow');
    } else {
      this.#waiting += 1;
      this.#batches.onEnd(span);
    }
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  /** Logs how many steps are lost because the process ends now. */
  giveUp(): void {
    this.#saidAtMs = Number.NEGATIVE_INFINITY;
    this.#lose(this.#waiting + this.#underWay, 'the collector did not take them before the process ended');
  }

  /**
   * Reports every export as successful, so that the library does not log a failure as an error. This class counts the
   * failures.
   */
  #counted(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans, done) => {
        this.#waiting -= spans.length;
        this.#underWay += spans.length;
        exporter.export(spans, (result) => {
          this.#underWay -= spans.length;
          if (result.error !== undefined || result.code !== SUCCESS)
            this.#lose(spans.length, whyLost(result.error));
          done({ code: SUCCESS });
        });
      },
      shutdown: () => exporter.shutdown(),
    };
  }

  #lose(count: number, reason: string): void {
    this.#lost += count;
    const nowMs = this.#nowMs();
    if (nowMs - this.#saidAtMs < ONE_LINE_PER_MS) return;
    this.#saidAtMs = nowMs;
    this.#log({ lost: this.#lost, reason });
    this.#lost = 0;
  }
}

/** `ExportResultCode.SUCCESS` of `@opentelemetry/core`, which the gateway does not use otherwise. */
const SUCCESS = 0;

/** Parts of the message come from the collector and can have any length, so only its beginning is logged. */
function whyLost(error: Error | undefined): string {
  if (error === undefined) return 'the collector refused them';
  const code = 'code' in error ? `${String(error.code)} ` : '';
  return `${code}${error.message}`.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, MOST_OF_REASON);
}
