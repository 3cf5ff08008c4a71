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
  /** Unique, and the name of its constant; also the name of the operation in generated clients. */
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

/**
 * An endpoint that answers in the envelope. The gateway's routes and its clients are typed by it: see `PathOf`,
 * `QueryOf`, `BodyOf` and `DataOf`. `never` stands for what a call of it does not have.
 */
export interface EnvelopeEndpoint<
  Path extends `/${string}` = `/${string}`,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
> extends EndpointBase {
  readonly path: Path;
  readonly query?: Query;
  readonly answers: 'envelope';
  /** The body that it takes, as JSON. */
  readonly body?: Body;
  /** Whether the body may also be wrapped in `data` (interface, section 2.1). */
  readonly mayBeWrapped?: true;
  /** The schema of the envelope’s `data`. */
  readonly data: Data;
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

/** The names in braces of a path. */
export type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** The path parameters of a call, by name, decoded. */
export type PathOf<Of extends EnvelopeEndpoint> = Readonly<Record<PathParameterName<Of['path']>, string>>;

/** The query of a call; `undefined` where the endpoint has none. */
export type QueryOf<Of extends EnvelopeEndpoint> = StaticOrNone<Of['query']>;

/** The body of a call; `undefined` where the endpoint takes none. */
export type BodyOf<Of extends EnvelopeEndpoint> = StaticOrNone<Of['body']>;

/** The `data` of a success. */
export type DataOf<Of extends EnvelopeEndpoint> = Static<Of['data']>;

type StaticOrNone<Schema> = [Exclude<Schema, undefined>] extends [never]
  ? undefined
  : Static<Extract<Schema, TSchema>>;

/** A path that is called: with its parameters filled in. */
export type FilledPath<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? FilledPath<`${Before}${string}${After}`>
  : Path;

/** What a caller of an endpoint gives: the parts that the endpoint has. */
export type RequestTo<Of extends EnvelopeEndpoint> = Part<'path', PathOf<Of>> &
  Part<'query', Given<QueryOf<Of>>> &
  Part<'body', BodyOf<Of>>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : keyof Value extends never
    ? unknown
    : { readonly [Only in Name]: Value };

/** A member of a query may be given as `undefined`, which leaves it out. */
type Given<Query> = Query extends undefined
  ? undefined
  : { readonly [Name in keyof Query]: Query[Name] | undefined };

interface Example<Data> {
  readonly title: string;
  readonly data: Data;
}

interface ExampleWithBody<Body, Data> extends Example<Data> {
  readonly body: Body;
}

type Described<Path, Query, Data> = Omit<
  EnvelopeEndpoint,
  'answers' | 'path' | 'query' | 'body' | 'data' | 'examples'
> & {
  readonly path: Path;
  readonly query?: Query;
  readonly data: Data;
};

/** An endpoint without a body, whose examples have the types of its schemas. */
export function answering<
  const Path extends `/${string}`,
  Data extends TSchema,
  Query extends TObject = never,
>(
  endpoint: Described<Path, Query, Data> & {
    readonly examples: readonly [Example<Static<Data>>, ...Example<Static<Data>>[]];
  },
): EnvelopeEndpoint<Path, Query, never, Data> {
  return { ...endpoint, answers: 'envelope' };
}

/** The same, of an endpoint that takes a body. */
export function taking<
  const Path extends `/${string}`,
  Body extends TSchema,
  Data extends TSchema,
  Query extends TObject = never,
>(
  endpoint: Described<Path, Query, Data> & {
    readonly body: Body;
    readonly examples: readonly [
      ExampleWithBody<Static<Body>, Static<Data>>,
      ...ExampleWithBody<Static<Body>, Static<Data>>[],
    ];
  },
): EnvelopeEndpoint<Path, Query, Body, Data> {
  return { ...endpoint, answers: 'envelope' };
}
