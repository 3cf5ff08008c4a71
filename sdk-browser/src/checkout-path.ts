import type * as endpoints from '@kassa/contracts/endpoints';
import type { EnvelopeEndpoint } from '@kassa/contracts/endpoints';

type Endpoint = Extract<(typeof endpoints)[keyof typeof endpoints], EnvelopeEndpoint>;

type Below<Path extends string> = Path extends `/api/web${infer Rest}` ? Rest : never;

/** A path of the Checkout API, relative to `/api/web`. The endpoint table says which paths exist. */
export type CheckoutPath = Below<Endpoint['path']>;

/** A path of the Checkout API, with its query if one is given. */
export type CheckoutTarget = CheckoutPath | `${CheckoutPath}?${string}`;
