import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPlan } from '../database-source.ts';

const SHOWN_LOG_LINES = 12;
const READ_LOG_LINES = 100;

interface KnownCause {
  readonly pattern: RegExp;
  readonly text: (dataFolder: string) => string;
}

/** Causes that a user can remove. Each is recognised by the words of PostgreSQL, FerretDB, mongod or Node in the logs. */
const knownCauses: readonly KnownCause[] = [
  {
    pattern: /No space left on device|ENOSPC|disk is full|Disk quota exceeded/i,
    text: (folder) => `The disk is full. Free some space on the disk of ${folder}, and start again.`,
  },
  {
    pattern: /Address already in use|EADDRINUSE/i,
    text: () => 'Another program took its port at the same moment. Start again.',
  },
  {
    pattern: /Permission denied|EACCES|EROFS|Read-only file system/i,
    text: (folder) =>
      `It may not write into ${folder}. Correct the permissions of this folder, and start again.`,
  },
  {
    pattern:
      /PANIC|invalid (primary )?checkpoint|could not (open|read|find|access) (file|directory)|not a database cluster directory|database files are incompatible|Unrecoverable|WT_PANIC|corrupt|incorrect checksum|invalid data in/i,
    text: (folder) =>
      `Its data in ${folder} is damaged. Move this folder away to begin with an empty database, or put a backup in its place.`,
  },
];

/** Returns the error for a server that did not start. Its first line says why, if the logs show it, and what to do. */
export function startFailure(dataFolder: string, plan: ServerPlan, problem: string): Error {
  const logs = ['supervisor', ...plan.processes.map(({ name }) => name)].map((name) => {
    const file = join(dataFolder, `${name}.log`);
    return { file, lines: existsSync(file) ? lastLines(readFileSync(file, 'utf8')) : [] };
  });
  const texts = [problem, ...logs.flatMap(({ lines }) => lines)].join('\n');
  const cause = knownCauses.find(({ pattern }) => pattern.test(texts));
  const why = cause?.text(dataFolder) ?? `${problem} The end of its logs may say why.`;
  const shown = logs.map(({ file, lines }) => `${file}:\n  ${lines.slice(-SHOWN_LOG_LINES).join('\n  ')}`);
  return new Error(`The local database (${plan.source}) did not start. ${why}\n${shown.join('\n')}`);
}

/** Returns the last lines of a log, without the places in the code at which an error arose. */
function lastLines(log: string): readonly string[] {
  const lines = log.trimEnd().split('\n');
  return lines.filter((line) => !/^\s+at /.test(line)).slice(-READ_LOG_LINES);
}
