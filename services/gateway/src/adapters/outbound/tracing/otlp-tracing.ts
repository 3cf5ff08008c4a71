import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  createContextKey,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Step, StepFacts, TracePosition, Tracing } from '../../../ports/tracing.ts';
import { gatewayVersion } from '../gateway-version.ts';
import { BoundedExport, type LossLog } from './bounded-export.ts';
import type { OtlpSettings } from './otlp-settings.ts';
import { attributesOf, kindOf, MOST_OF_VALUE } from './span-attributes.ts';
import { positionOf, readPosition } from './trace-position.ts';

const EXPORT_TIMEOUT_MS = 10_000;
/** How long a stopping process tries to send its last steps. */
const LAST_EXPORT_MS = 3_000;

/**
 * While a caller is served, the OpenTelemetry context holds the span of the step that serves it, under this key. Steps inside
 * that step also add their facts to its span.
 */
const SERVED = createContextKey('kassa.served');

const kinds = { serves: SpanKind.SERVER, calls: SpanKind.CLIENT, works: SpanKind.INTERNAL } as const;

/** Opens the tracing that sends steps to an OpenTelemetry collector, by OTLP over HTTP. */
export function openOtlpTracing(settings: OtlpSettings, log: LossLog): Tracing {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 8,
  });
  const bounded = new BoundedExport(exporter, EXPORT_TIMEOUT_MS, log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': gatewayVersion(),
      'service.instance.id': randomUUID(),
      ...settings.resource,
      'service.name': settings.serviceName,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MOST_OF_VALUE, linkCountLimit: 16 },
    spanProcessors: [bounded],
  });
  return new OtlpTracing(provider, () => bounded.giveUp());
}

/**
 * Records steps as spans. It changes no global settings of OpenTelemetry, so other libraries record nothing, and no request to
 * another system gets a header.
 */
class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #giveUp: () => void;
  readonly #contexts = new AsyncLocalStorageContextManager().enable();

  constructor(provider: TracerProvider, giveUp: () => void) {
    this.#giveUp = giveUp;
    this.#provider = provider;
    this.#tracer = provider.getTracer('kassa');
  }

  async step<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
    const { parent, links } = this.#placeOf(step);
    const attributes = attributesOf(step.facts);
    const span = this.#tracer.startSpan(step.name, { kind: kinds[step.kind], attributes, links }, parent);
    try {
      const inside = trace.setSpan(parent, span);
      return await this.#contexts.with(step.kind === 'serves' ? inside.setValue(SERVED, span) : inside, work);
    } catch (error) {
      noteFacts(span, { fault: kindOf(error) });
      throw error;
    } finally {
      span.end();
    }
  }

  note(facts: StepFacts): void {
    const span = this.#running();
    if (span?.isRecording() !== true) return;
    noteFacts(span, facts);
    // Also add the order and the merchant to the step that represents the whole call, so that a search for either one finds the
    // call.
    const served = this.#contexts.active().getValue(SERVED) as Span | undefined;
    const { orderId, merchantId } = facts;
    if (served !== undefined && served !== span && served.isRecording()) {
      served.setAttributes(
        attributesOf({
          ...(orderId !== undefined && { orderId }),
          ...(merchantId !== undefined && { merchantId }),
        }),
      );
    }
  }

  link(position: TracePosition | undefined): void {
    const span = this.#running();
    const context = span?.isRecording() === true ? readPosition(position) : undefined;
    if (span !== undefined && context !== undefined && context.traceId !== span.spanContext().traceId) {
      span.addLink({ context });
    }
  }

  position(): TracePosition | undefined {
    const context = this.#running()?.spanContext();
    return context !== undefined && isRecorded(context) ? positionOf(context) : undefined;
  }

  async stop(): Promise<void> {
    const deadline = new AbortController();
    const ended = this.#provider.shutdown().catch(() => {});
    const late = delay(LAST_EXPORT_MS, 'late', { signal: deadline.signal }).catch(() => {});
    if ((await Promise.race([ended, late])) === 'late') this.#giveUp();
    deadline.abort();
  }

  #running(): Span | undefined {
    return trace.getSpan(this.#contexts.active());
  }

  #placeOf({ belongsTo }: Step): { readonly parent: Context; readonly links: Link[] } {
    if (belongsTo === 'none') return { parent: ROOT_CONTEXT, links: [] };
    const stored = readPosition(belongsTo?.position);
    if (stored === undefined) return { parent: this.#contexts.active(), links: [] };
    // The step belongs to the stored trace. A link connects it with the work that runs it, such as a duty of another process.
    const running = this.#running()?.spanContext();
    const isElsewhere = running !== undefined && isRecorded(running) && running.traceId !== stored.traceId;
    return {
      parent: trace.setSpanContext(ROOT_CONTEXT, stored),
      links: isElsewhere ? [{ context: running }] : [],
    };
  }
}

function isRecorded({ traceFlags }: { readonly traceFlags: number }): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

function noteFacts(span: Span, facts: StepFacts): void {
  span.setAttributes(attributesOf(facts));
  if (facts.fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  if (facts.httpRoute !== undefined) span.updateName(`${facts.httpMethod} ${facts.httpRoute}`);
}

function samplerOf({ sampler, ratio }: Pick<OtlpSettings, 'sampler' | 'ratio'>): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}
