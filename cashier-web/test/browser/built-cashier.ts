import { inject } from 'vitest';
import { readCashier, type ServedFile } from './served-cashier.ts';

/** The cashier as production gets it, as `build-once.ts` has built it for this run, by the paths of its files. */
export const builtCashier = (): Map<string, ServedFile> => readCashier(inject('builtCashier'));
