import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';

/** The servers of a gateway by purpose; each has its own port. */
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

/** How callers of an endpoint authenticate. */
export type EndpointSecurity =
  /** The four signature headers of a merchant (interface, section 5.1). */
  | 'merchant_signature'
  /** The session of a `pay_url`. */
  | 'checkout_session'
  /** The channel's own signature scheme. */
  | 'channel_signature'
  /** The operations token as a bearer token. */
  | 'operations_token'
  | 'none';

/** A group of endpoints; each group is a page in the docs. */
export interface EndpointGroup {
  /** Also used in the addresses of docs pages. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface PathParameter {
  readonly schema: TSchema;
  readonly description: string;
}

/** A call with its answer, as sent over the wire. */
export interface EndpointExample {
  readonly title: string;
  readonly body?: unknown;
  readonly data: unknown;
}

interface EndpointBase {
  /** Unique. Also the name of the constant, and of the operation in generated clients. */
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
  /** The errors beyond those common to all calls of its kind (`errorsOf`). */
  readonly errors: readonly ErrorName[];
  /** Production answers NOT_FOUND. */
  readonly isSandboxOnly?: true;
}

/**
 * An endpoint that answers in the envelope. It gives the gateway's routes and clients their types: see `PathOf`,
 * `QueryOf`, `BodyOf` and `DataOf`. `never` means that a call does not have this part.
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
  /** The schema of the JSON body. */
  readonly body?: Body;
  /** Whether the body may also be wrapped in `data` (interface, section 2.1). */
  readonly mayBeWrapped?: true;
  /** The schema of the envelope’s `data`. */
  readonly data: Data;
  /** A file without an envelope, which a success can also return if the query requests it. */
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

/** The parameter names of a path, which stand in braces. */
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

/** A path with its parameters filled in. */
export type FilledPath<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? FilledPath<`${Before}${string}${After}`>
  : Path;

/** The parts of a call that the endpoint takes. */
export type RequestTo<Of extends EnvelopeEndpoint> = Part<'path', PathOf<Of>> &
  Part<'query', Given<QueryOf<Of>>> &
  Part<'body', BodyOf<Of>>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : keyof Value extends never
    ? unknown
    : { readonly [Only in Name]: Value };

/** A query member that is `undefined` is left out. */
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

/** Defines an endpoint without a body, and checks its examples against the types of its schemas. */
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

/** Like `answering`, for an endpoint with a body. */
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
