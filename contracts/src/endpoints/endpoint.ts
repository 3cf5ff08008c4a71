import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorName } from '../errors.ts';
import type { OperatorRole } from '../operators.ts';

/** The gateway's servers by purpose. Each server has its own port. */
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
  /** The four signature headers of a merchant (section 5.1 of the interface specification that Kassa implements). */
  | 'merchant_signature'
  /** The session of a `pay_url`. */
  | 'checkout_session'
  /** The channel's own signature scheme. */
  | 'channel_signature'
  /** An operator’s token as a bearer token. */
  | 'operations_token'
  | 'none';

/** A group of endpoints. Each group is one page in the docs. */
export interface EndpointGroup {
  /** The group's ID, also used in the address of its docs page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

export interface PathParameter {
  readonly schema: TSchema;
  readonly description: string;
}

/** An example of a call to an endpoint: the request's body and the answer's data, as sent over the wire. */
export interface EndpointExample {
  readonly title: string;
  readonly body?: unknown;
  readonly data: unknown;
}

interface EndpointBase {
  /**
   * The endpoint's unique ID. The endpoint's constant in this package has the same name, and so does its operation in generated
   * clients.
   */
  readonly id: string;
  readonly port: EndpointPort;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces. */
  readonly path: `/${string}`;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description: string;
  readonly security: EndpointSecurity;
  /**
   * The lowest role that an operator needs. Set for all endpoints with the authentication `operations_token`, and for no
   * others.
   */
  readonly role?: OperatorRole;
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: TObject;
  /**
   * The errors that only this endpoint can answer with. `errorsOf` adds those that all endpoints with the same authentication
   * share.
   */
  readonly errors: readonly ErrorName[];
  /** Production answers NOT_FOUND. */
  readonly isSandboxOnly?: true;
}

/**
 * An endpoint whose answers have the envelope. The gateway's routes and its clients derive their types from this type (see
 * `PathOf`, `QueryOf`, `BodyOf` and `DataOf`). If the `Query` or `Body` parameter is `never`, the endpoint takes no query or no
 * body.
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
  /**
   * Whether the endpoint also accepts a body whose fields are wrapped in a member `data` (section 2.1 of the interface
   * specification that Kassa implements).
   */
  readonly mayBeWrapped?: true;
  /** The schema of the envelope’s `data`. */
  readonly data: Data;
  /** The files that the endpoint can return instead of the envelope, if the query requests one. */
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

/** An endpoint for health probes and metrics scrapers. Its answers have no envelope. */
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

/** The names of the parameters that stand in braces in a path. */
export type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** The decoded path parameters of a call, by name. */
export type PathOf<Of extends EnvelopeEndpoint> = Readonly<Record<PathParameterName<Of['path']>, string>>;

/** The query of a call, or `undefined` if the endpoint takes no query. */
export type QueryOf<Of extends EnvelopeEndpoint> = StaticOrNone<Of['query']>;

/** The body of a call, or `undefined` if the endpoint takes no body. */
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

/** The parts that a call to the endpoint consists of: path parameters, query and body. */
export type RequestTo<Of extends EnvelopeEndpoint> = Part<'path', PathOf<Of>> &
  Part<'query', Given<QueryOf<Of>>> &
  Part<'body', BodyOf<Of>>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : keyof Value extends never
    ? unknown
    : { readonly [Only in Name]: Value };

/** The type of a call's query, in which a member may also be `undefined`. Such a member is not sent. */
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

/** Defines an endpoint without a body. The compiler checks the endpoint's examples against its schemas. */
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

/** Defines an endpoint with a body. The compiler checks the endpoint's examples against its schemas. */
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
