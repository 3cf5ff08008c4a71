import type * as endpoints from '@kassa/contracts/endpoints';
import type { EnvelopeEndpoint, FilledPath } from '@kassa/contracts/endpoints';

type Endpoint = Extract<(typeof endpoints)[keyof typeof endpoints], EnvelopeEndpoint>;

/** A path of the merchant interface from the endpoint table, with its parameters filled in. */
export type MerchantPath = FilledPath<Extract<Endpoint['path'], `/api/merchant/${string}`>>;

/** The same, with the query if one is given. */
export type MerchantTarget = MerchantPath | `${MerchantPath}?${string}`;
