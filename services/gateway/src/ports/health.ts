/** Whether the services that the gateway depends on, such as the database, respond. */
export interface Health {
  /** Returns the names of the services that do not respond; empty if all respond. */
  faults(): Promise<readonly string[]>;
}
