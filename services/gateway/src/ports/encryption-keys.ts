/** The keys with which the deployment encrypts stored secrets. */
export interface EncryptionKeys {
  /**
   * Retires the keys that were in front before the present first key, unless a stored secret still needs one of them. A gateway
   * that has only retired keys does not start. Returns the check values of the keys that are retired now.
   */
  retireUnneeded(): Promise<readonly string[]>;
}
