export { cacheFolder } from './cache-folder.ts';
export type { DatabaseSource } from './database-source.ts';
export { readAptAccess } from './documentdb/debian-mirror.ts';
export { type GoProgram, installGoProgram, NotInstallable } from './go-program.ts';
export { withLock } from './lock-file.ts';
export {
  type LocalDatabase,
  type OpenOptions,
  openLocalDatabase,
  stopLocalDatabase,
} from './open-local-database.ts';
export { runStep } from './run-step.ts';
export { wakeWritersOfClosedSockets } from './wake-writers-of-closed-sockets.ts';
