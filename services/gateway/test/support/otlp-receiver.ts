import type { IncomingMessage } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';

/** A step as a collector gets it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** As in OTLP: 1 is internal, 2 a served call, 3 a call of another system. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly isFailed: boolean;
  /** The attributes of the process that sent the step. */
  readonly resource: Readonly<Record<string, unknown>>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes' | 'resource' | 'isFailed' | 'links'> {
  readonly attributes: readonly OtlpAttribute[];
  readonly links?: ReceivedSpan['links'];
  readonly status: { readonly code?: number };
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector of OpenTelemetry. It decodes what the official exporter posts as OTLP in JSON. */
export class OtlpReceiver {
  /** The bodies that have arrived, as text. */
  readonly bodies: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly spans: ReceivedSpan[] = [];
  #server!: LoopbackServer;
  #arrival = Promise.withResolvers<void>();

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    receiver.#server = await LoopbackServer.start(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      receiver.#take(request, Buffer.concat(chunks).toString());
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    return receiver;
  }

  get url(): string {
    return this.#server.url;
  }

  /** Waits until a step has arrived, and returns it. */
  async span(isIt: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    for (;;) {
      const { promise } = this.#arrival;
      const found = this.spans.find(isIt);
      if (found !== undefined) return found;
      await promise;
    }
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  #take({ method, url, headers }: IncomingMessage, body: string): void {
    if (method !== 'POST' || url !== '/v1/traces') throw new Error(`unexpected ${method} ${url}`);
    this.bodies.push(body);
    this.headers.push(headers);
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpBody).resourceSpans) {
      const of = valuesOf(resource.attributes);
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => received(span, of)));
    }
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
  }
}

function received(span: OtlpSpan, resource: Readonly<Record<string, unknown>>): ReceivedSpan {
  return {
    ...span,
    parentSpanId: span.parentSpanId || undefined,
    attributes: valuesOf(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
    isFailed: span.status.code === 2,
    resource,
  };
}

function valuesOf(attributes: readonly OtlpAttribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.intValue === undefined ? Object.values(value)[0] : Number(value.intValue),
    ]),
  );
}
