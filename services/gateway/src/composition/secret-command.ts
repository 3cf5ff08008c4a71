import { spawnSync } from 'node:child_process';
import { decodeText } from './setting-readers.ts';

/**
 * How long a command may run. Because of this limit, a command that hangs does not block the gateway's start without a message:
 * the gateway reports an error that names the cause.
 */
const TIMEOUT_MS = 10_000;

/** The most that a command may print. */
const MOST_KIB = 64;

export type CommandOutcome =
  | { readonly kind: 'printed'; readonly text: string }
  /** `reason` contains nothing that the command has printed. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Runs a command that prints a secret, such as the client of a key management service, and waits until it has ended. The command
 * gets the gateway's environment variables and no input. Nothing shows its error output, because it could contain the secret.
 *
 * @param line the program and its arguments: a JSON array of strings, or words separated by white space. There is no shell.
 */
export function runSecretCommand(line: string, timeoutMs = TIMEOUT_MS): CommandOutcome {
  const [program, ...rest] = wordsOf(line) ?? [];
  if (!program) {
    return failed('it is neither words separated by white space nor a JSON array of strings');
  }
  const { error, status, signal, stdout } = spawnSync(program, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: false,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_KIB * 1024,
  });
  if (error !== undefined) return failed(reasonOf(error, timeoutMs));
  if (signal !== null) return failed(`its command was ended by ${signal}`);
  if (status !== 0) return failed(`its command ended with exit code ${status}`);
  const text = decodeText(stdout)?.trimEnd();
  if (text === undefined) return failed('its command printed something that is not text');
  return text === '' ? failed('its command printed nothing') : { kind: 'printed', text };
}

function failed(reason: string): CommandOutcome {
  return { kind: 'failed', reason };
}

function wordsOf(line: string): readonly string[] | undefined {
  if (!line.trimStart().startsWith('[')) return line.trim().split(/\s+/);
  try {
    const words: unknown = JSON.parse(line);
    const areStrings = Array.isArray(words) && words.every(isWord);
    return areStrings ? words : undefined;
  } catch {
    return undefined;
  }
}

/** No argument of a program can contain a null character. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function reasonOf(error: Error, timeoutMs: number): string {
  const code = 'code' in error ? String(error.code) : error.name;
  if (code === 'ETIMEDOUT') return `its command took longer than ${timeoutMs / 1_000} s`;
  if (code === 'ENOBUFS') return `its command printed more than ${MOST_KIB} KiB`;
  return `its command cannot be run (${code})`;
}
