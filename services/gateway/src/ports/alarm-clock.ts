/**
 * Wakes the gateway's recurring duties, on one instance at a time. The database knows which work is due. The alarm clock only
 * ensures that some instance looks.
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
