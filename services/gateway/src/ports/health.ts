/** Whether what the gateway stands on answers. */
export interface Health {
  /** Names what does not answer; empty when all is well. */
  faults(): Promise<readonly string[]>;
}
