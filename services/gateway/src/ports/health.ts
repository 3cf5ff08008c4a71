/** Whether the services that the gateway depends on, such as the database, respond and fit this version. */
export interface Health {
  /** Returns the faults of these services, in words for an operator; empty if there are none. */
  faults(): Promise<readonly string[]>;
}
