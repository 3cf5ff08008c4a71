import type * as endpoints from '@kassa/contracts/endpoints';
import type { EnvelopeEndpoint, FilledPath } from '@kassa/contracts/endpoints';

type Endpoint = Extract<(typeof endpoints)[keyof typeof endpoints], EnvelopeEndpoint>;

/** A path of the merchant interface, with its parameters filled in. The endpoint table says which paths exist. */
export type MerchantPath = FilledPath<Extract<Endpoint['path'], `/api/merchant/${string}`>>;

/** A path of the merchant interface, with its query if one is given. */
export type MerchantTarget = MerchantPath | `${MerchantPath}?${string}`;
