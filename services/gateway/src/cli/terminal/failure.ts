import { CliError } from './cli-error.ts';

/**
 * Returns the error with which a command ends that failed unexpectedly while it used the database or files.
 *
 * @param afterFailure a sentence that tells the operator what state the failure leaves behind
 */
export function failureOf(error: unknown, afterFailure: string): CliError {
  if (error instanceof CliError) return error;
  const hasDatabaseFailed = error instanceof Error && error.name === 'DatabaseFailed';
  const outcome = hasDatabaseFailed ? 'unreachable' : 'refused';
  return new CliError(outcome, `${asSentence(reasonOf(error))} ${afterFailure}`);
}

/** Returns the error's message. For an error of the file system, names the file and says what is wrong with it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('syscall' in error)) return error.message;
  return `${'path' in error ? error.path : 'the file'}: ${fileFault(error)}`;
}

/** Says what is wrong with a file. The error's own message is meant for programmers. */
export function fileFault(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `${reasonsByCode[String(code)] ?? 'it cannot be used'} (${code})`;
}

const reasonsByCode: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
};

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
