/**
 * The version of the contract, also in the `X-Contract-Version` header of every answer. Within a major version, changes
 * are only additions.
 */
export const CONTRACT_VERSION = '1.0.0';
