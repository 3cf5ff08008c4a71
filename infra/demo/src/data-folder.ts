import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const usualDataFolder = fileURLToPath(new URL('../../../.kassa', import.meta.url));
/** Where the demo keeps its database, its secrets and its caches. */
export const dataFolder = resolve(process.env.KASSA_DATA_FOLDER ?? usualDataFolder);
