import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';

/** The servers of a gateway, by what they are for; each has a port of its own. */
export const endpointPorts = {
  merchant: {
    port: 10020,
    title: 'Merchant interface and channel callbacks',
    variable: 'KASSA_MERCHANT_PORT',
  },
  checkout: { port: 10030, title: 'Checkout API and hosted cashier', variable: 'KASSA_CHECKOUT_PORT' },
  operations: { port: 10040, title: 'Operations', variable: 'KASSA_OPERATIONS_PORT' },
} as const;
export type EndpointPort = keyof typeof endpointPorts;

/** Who has to show what to call an endpoint. */
export type EndpointSecurity =
  /** The four signature headers of a merchant (interface, section 5.1). */
  | 'merchant_signature'
  /** The session of a `pay_url` (decisions, section 7). */
  | 'checkout_session'
  /** A signature of the channel’s own, which each channel defines. */
  | 'channel_signature'
  /** The operations token as a bearer token. */
  | 'operations_token'
  | 'none';

/** Endpoints that belong together; in the docs, a page. */
export interface EndpointGroup {
  /** Also its place in addresses. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface PathParameter {
  readonly schema: TSchema;
  readonly description: string;
}

/** A call with its answer, shown as they go over the wire. */
export interface EndpointExample {
  readonly title: string;
  readonly body?: unknown;
  readonly data: unknown;
}

interface EndpointBase {
  /** Unique; the name of the operation in generated clients. */
  readonly id: string;
  readonly port: EndpointPort;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces. */
  readonly path: `/${string}`;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description: string;
  readonly security: EndpointSecurity;
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: TObject;
  /** What it refuses beyond what every call of its kind can meet (`errorsOf`). */
  readonly errors: readonly ErrorName[];
  /** Production answers NOT_FOUND. */
  readonly isSandboxOnly?: true;
}

/** An endpoint that answers in the envelope. */
export interface EnvelopeEndpoint extends EndpointBase {
  readonly answers: 'envelope';
  /** The body that it takes, as JSON. */
  readonly body?: TSchema;
  /** Whether the body may also be wrapped in `data` (interface, section 2.1). */
  readonly mayBeWrapped?: true;
  /** The schema of the envelope’s `data`. */
  readonly data: TSchema;
  /** What a success can also be, where the query asks for it: a file without an envelope. */
  readonly files?: readonly FileAnswer[];
  readonly examples: readonly [EndpointExample, ...EndpointExample[]];
}

export interface FileAnswer {
  /** Without parameters. */
  readonly mediaType: string;
  readonly title: string;
  readonly description: string;
  readonly example: string;
}

/** An endpoint for probes and scrapers, whose answers have no envelope. */
export interface PlainEndpoint extends EndpointBase {
  readonly answers: 'plain';
  readonly plainAnswers: readonly {
    readonly status: number;
    readonly description: string;
    readonly mediaType: string;
    readonly schema: TSchema;
    readonly example: unknown;
  }[];
}

export type Endpoint = EnvelopeEndpoint | PlainEndpoint;

interface TypedExample<Body, Data> {
  readonly title: string;
  readonly body: Body;
  readonly data: Data;
}

/** An endpoint whose examples have the types of its schemas. */
export function answering<Data extends TSchema>(
  endpoint: Omit<EnvelopeEndpoint, 'answers' | 'body' | 'data' | 'examples'> & {
    readonly data: Data;
    readonly examples: readonly [
      Omit<TypedExample<never, Static<Data>>, 'body'>,
      ...Omit<TypedExample<never, Static<Data>>, 'body'>[],
    ];
  },
): Endpoint {
  return { ...endpoint, answers: 'envelope' };
}

/** The same, of an endpoint that takes a body. */
export function taking<Body extends TSchema, Data extends TSchema>(
  endpoint: Omit<EnvelopeEndpoint, 'answers' | 'body' | 'data' | 'examples'> & {
    readonly body: Body;
    readonly data: Data;
    readonly examples: readonly [
      TypedExample<Static<Body>, Static<Data>>,
      ...TypedExample<Static<Body>, Static<Data>>[],
    ];
  },
): Endpoint {
  return { ...endpoint, answers: 'envelope' };
}
