import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPlan } from './database-source.ts';

/** The plan of the last start stays in the data folder: the supervisor reads it, and the next start its ports. */
export function planFile(dataFolder: string): string {
  return join(dataFolder, 'plan.json');
}

export function readPlan(dataFolder: string): ServerPlan | undefined {
  try {
    return JSON.parse(readFileSync(planFile(dataFolder), 'utf8')) as ServerPlan;
  } catch {
    return undefined;
  }
}

/** The port that a process had last time; reusing it keeps addresses stable. */
export function previousPort(dataFolder: string, processName: string): number | undefined {
  return readPlan(dataFolder)?.processes.find((process) => process.name === processName)?.port;
}
