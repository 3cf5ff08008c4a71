/**
 * Starts the gateway's recurring duties at intervals, on one instance at a time. The database stores which work is due. The
 * alarm clock only makes sure that some instance looks for it.
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
