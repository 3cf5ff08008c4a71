/** The keys with which the deployment encrypts stored secrets. */
export interface EncryptionKeys {
  /**
   * Retires the keys that were the first key before the present one, unless a stored secret still needs one of them. A gateway
   * that is configured only with retired keys does not start. Returns the check values of the keys that this call has retired.
   */
  retireUnneeded(): Promise<readonly string[]>;
}
