/** Whether the services that the gateway depends on, such as the database, respond and fit this version. */
export interface Health {
  /** Returns what is wrong with these services, in words for an operator; empty if nothing is. */
  faults(): Promise<readonly string[]>;
}
