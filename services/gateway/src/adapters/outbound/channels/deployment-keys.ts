import { createHash } from 'node:crypto';

/** The longest idempotency key that every processor accepts. Adyen's limit is 64 characters, Stripe's is 255. */
const LONGEST_KEY = 64;

/** Makes the idempotency key of a call to a processor from an ID of the gateway. */
export type MakeKey = (ownId: string) => string;

/**
 * Makes the idempotency keys of a deployment. The IDs of attempts and refunds are derived from merchants' own IDs. So the same
 * IDs can occur in another deployment, or again after the database was wiped. The processor would then answer a call with the
 * result of another payment. The deployment's ID in each key prevents this.
 */
export class DeploymentKeys {
  #deploymentId: string | null | undefined;

  /**
   * Sets the deployment's ID, which the database stores. It is null if the database was created before deployments had IDs. In
   * that case, the keys still contain no ID, because a refund that is already in progress must be sent again with the same key.
   */
  use(deploymentId: string | null): void {
    this.#deploymentId = deploymentId;
  }

  readonly keyFor: MakeKey = (ownId) => {
    if (this.#deploymentId === undefined) throw new Error('the deployment’s ID is not known yet');
    if (this.#deploymentId === null) return ownId;
    const key = `${this.#deploymentId}-${ownId}`;
    return key.length <= LONGEST_KEY ? key : createHash('sha256').update(key).digest('hex');
  };
}
