import { findProgram, isProgram } from '@kassa/debian-packages';
import type { WayOptions, WayOutcome } from '../database-source.ts';
import { planMongod } from '../mongod-plan.ts';

/** Option 2 of the README: an installed mongod, which MONGOMS_SYSTEM_BINARY names or which is on the PATH. */
export async function planInstalledMongod({ dataFolder, environment }: WayOptions): Promise<WayOutcome> {
  const configured = environment.MONGOMS_SYSTEM_BINARY;
  if (configured !== undefined && configured !== '' && !isProgram(configured)) {
    // If the program that the user chose is missing, report an error. With a different database, the user would not find the
    // data where they expect it.
    throw new Error(`MONGOMS_SYSTEM_BINARY names ${configured}, which is not a program.`);
  }
  const program = configured || findProgram(['mongod'], environment);
  if (program === undefined) return { kind: 'not-possible', reason: 'there is none on the PATH' };
  return { kind: 'planned', plan: await planMongod('mongod', program, dataFolder) };
}
