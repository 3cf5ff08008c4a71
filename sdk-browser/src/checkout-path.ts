import type * as endpoints from '@kassa/contracts/endpoints';
import type { EnvelopeEndpoint } from '@kassa/contracts/endpoints';

type Endpoint = Extract<(typeof endpoints)[keyof typeof endpoints], EnvelopeEndpoint>;

type Below<Path extends string> = Path extends `/api/web${infer Rest}` ? Rest : never;

/** A path of the Checkout API from the endpoint table, below `/api/web`. */
export type CheckoutPath = Below<Endpoint['path']>;

/** The same, with the query if one is given. */
export type CheckoutTarget = CheckoutPath | `${CheckoutPath}?${string}`;
