import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { WebhookEvent } from '../../index.ts';
import { CliError } from '../cli-error.ts';

/** Where a listener stands in the event log, and what it still has to forward. */
export interface ListenerState {
  /** RFC 3339; the list begins here when there is no cursor. */
  readonly since: string;
  /** `resume_after` of the log; null at the beginning. */
  readonly resumeAfter: string | null;
  /** IDs behind the cursor that were forwarded, or are not wanted: the log lists them again. */
  readonly passed: readonly string[];
  /** What was read and is not forwarded yet. The log may have moved on, so it is kept whole. */
  readonly waiting: readonly WebhookEvent[];
}

/** The state in a file, so that a listener that was killed goes on where it was. */
export class ListenerStateFile {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  /**
   * @returns undefined when there is none yet
   * @throws {CliError} when it is damaged; the error of the file system when it cannot be read
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
    throw new CliError('usage', `${this.file} is damaged. Remove it, and say with --since where to begin.`);
  }

  /**
   * Writes beside the file and renames, so that a kill leaves the old state or the new, never a part.
   *
   * @throws the error of the file system when there is no room or no right
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

/** As much of it as forwarding in order needs. */
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
