/** Whether the services that the gateway depends on answer. */
export interface Health {
  /** Names the services that do not answer; empty if all answer. */
  faults(): Promise<readonly string[]>;
}
