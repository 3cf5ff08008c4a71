/**
 * Wakes the gateway's recurring duties, on one instance at a time. The database knows what is due; the alarm
 * clock only ensures that an instance checks it.
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
