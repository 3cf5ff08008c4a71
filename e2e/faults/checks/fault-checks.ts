import type { FaultCheck } from '../report/fault-run.ts';
import { crashChecks } from './crashes.ts';

/** Every check, in the order in which they run. */
export const faultChecks: readonly FaultCheck[] = [...crashChecks()];
