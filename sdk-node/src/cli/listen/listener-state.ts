import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WebhookEvent } from '../../index.ts';
import { CliError } from '../cli-error.ts';

/** The listener's position in the event log, and the events that it still has to forward. */
export interface ListenerState {
  /** While the listener has no cursor yet, it reads the event log from this time on (RFC 3339). */
  readonly since: string;
  /**
   * The cursor from which the next poll of the event log continues: the latest `resume_after` that the log returned. Null
   * before the first poll.
   */
  readonly resumeAfter: string | null;
  /**
   * IDs of events that the next poll will list again, but that must not be forwarded: the listener has already forwarded them,
   * or the user does not want them.
   */
  readonly passed: readonly string[];
  /**
   * Events that the listener has read but not forwarded yet. They are stored with their content, because the log may drop them
   * before they are forwarded.
   */
  readonly waiting: readonly WebhookEvent[];
}

/** Stores a listener's state in a file, so that a listener that was killed resumes at its last position. */
export class ListenerStateFile {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /**
   * @returns undefined if there is no state yet
   * @throws {CliError} when the file is damaged; a file system error when it cannot be read
   */
  read(): ListenerState | undefined {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      const state: unknown = JSON.parse(text);
      if (isState(state)) return state;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw new CliError(
      'usage',
      `${this.file} is damaged. Remove it, and set the starting point with --since.`,
    );
  }

  /**
   * Writes a temporary file and renames it. If the process is killed during this time, the file holds either the old or the new
   * state.
   *
   * @throws a file system error when the disk is full or writing is not permitted
   */
  write(state: ListenerState): void {
    const draft = `${this.file}.${process.pid}.${randomBytes(4).toString('hex')}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, this.file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }
}

/**
 * Whether a value from the state file is a webhook event. The check covers only the members that the listener reads: the
 * event's ID, the order's ID and the event's sequence number.
 */
function isEvent(value: unknown): boolean {
  const { event_id, data } = (value ?? {}) as {
    event_id?: unknown;
    data?: Partial<WebhookEvent['data']> | null;
  };
  return (
    typeof event_id === 'string' && typeof data?.order_id === 'string' && typeof data.sequence === 'number'
  );
}

function isState(value: unknown): value is ListenerState {
  if (typeof value !== 'object' || value === null) return false;
  const { since, resumeAfter, passed, waiting } = value as Record<string, unknown>;
  return (
    typeof since === 'string' &&
    (resumeAfter === null || typeof resumeAfter === 'string') &&
    Array.isArray(passed) &&
    passed.every((id) => typeof id === 'string') &&
    Array.isArray(waiting) &&
    waiting.every(isEvent)
  );
}
