export type { DatabaseSource } from './database-source.ts';
export {
  type LocalDatabase,
  type OpenOptions,
  openLocalDatabase,
  stopLocalDatabase,
} from './open-local-database.ts';
