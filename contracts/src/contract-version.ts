/**
 * The version of the contract. Every answer carries it in the `X-Contract-Version` header. Within a major version, the contract
 * only gains members and endpoints.
 */
export const CONTRACT_VERSION = '1.0.0';
