/**
 * The version of the contract, also in the `X-Contract-Version` header of every answer. Changes within
 * a major version only add (decisions, section 11).
 */
export const CONTRACT_VERSION = '1.0.0';
