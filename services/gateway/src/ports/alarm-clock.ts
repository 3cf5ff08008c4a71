/**
 * Wakes the gateway's recurring duties, on one instance at a time. Which work is due is stored in the database. The alarm clock
 * only ensures that an instance looks for due work.
 */
export interface AlarmClock {
  start(duties: readonly Duty[]): Promise<void>;
  stop(): Promise<void>;
}

export interface Duty {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}
