interface KnownCause {
  readonly pattern: RegExp;
  readonly text: (dataFolder: string) => string;
}

/** Causes on this machine that a user can remove. Each is recognised by the words of PostgreSQL, FerretDB, mongod or Node in the logs. */
const causesOnThisMachine: readonly KnownCause[] = [
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
];

const damagedData: KnownCause = {
  pattern:
    /PANIC|invalid (primary )?checkpoint|could not (open|read|find|access) (file|directory)|not a database cluster directory|database files are incompatible|Unrecoverable|WT_PANIC|corrupt|incorrect checksum|invalid data in/i,
  text: (folder) =>
    `Its data in ${folder} is damaged. Move this folder away to begin with an empty database, or put a backup in its place.`,
};

/** Returns why a step of the installation failed, and what to do; undefined if the output does not show it. */
export function causeOfStep(output: string, folder: string): string | undefined {
  return causesOnThisMachine.find(({ pattern }) => pattern.test(output))?.text(folder);
}

/** Returns why a database server did not start, and what to do; undefined if its logs do not show it. */
export function causeOfStart(logs: string, dataFolder: string): string | undefined {
  const shown = causeOfStep(logs, dataFolder);
  return shown ?? (damagedData.pattern.test(logs) ? damagedData.text(dataFolder) : undefined);
}
