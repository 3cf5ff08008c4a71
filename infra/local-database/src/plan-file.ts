import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPlan } from './database-source.ts';

/**
 * Returns the path of the file that describes how the database was last started. The supervisor reads this plan, and the next
 * start uses the same ports again.
 */
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

/** The port that a process had at the last start. Using it again keeps addresses stable. */
export function previousPort(dataFolder: string, processName: string): number | undefined {
  return readPlan(dataFolder)?.processes.find((process) => process.name === processName)?.port;
}
