import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Mode } from './report/fault-run.ts';

export interface FaultOptions {
  readonly mode: Mode;
  readonly seed: string;
  /** If given, only checks with this text in their titles are run. */
  readonly only: string | undefined;
  /**
   * A commit of an earlier version. If given, only one check runs: it upgrades the gateways from this version, and goes back to
   * it.
   */
  readonly before: string | undefined;
  /** Whether to use the database server at MONGODB_URI. Checks that kill the database are then left out. */
  readonly usesMongodbUri: boolean;
  /**
   * Whether the harness waits only a minute for the work that remains after the checks. It saves time if the run is expected to
   * find faults, because such work may never finish.
   */
  readonly isImpatient: boolean;
}

const usage = `Usage: npm run faults -- [--mode full|short] [--seed <text>] [--only <part of a title>] [--use-mongodb-uri]
                         [--before <commit>]

  --mode  full, unless told: at least 300 kills and 20 kills of the database; short: one kill after each step
          and two of the database, and only the faults that nothing else in npm test causes
  --seed  replays the decisions of an earlier run
  --only  runs the checks whose titles hold this text
  --before  only upgrades from this version to the present one under load, and goes back to it
  --impatient  waits a minute at most for everything to come to rest: for runs that are expected to fail`;

export function readOptions(commandLine: readonly string[]): FaultOptions {
  try {
    const { values } = parseArgs({
      args: [...commandLine],
      options: {
        mode: { type: 'string', default: 'full' },
        seed: { type: 'string' },
        only: { type: 'string' },
        before: { type: 'string' },
        'use-mongodb-uri': { type: 'boolean', default: false },
        impatient: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) exit(0);
    if (values.mode !== 'full' && values.mode !== 'short') throw new Error('--mode is full or short');
    return {
      mode: values.mode,
      seed: values.seed ?? randomBytes(4).toString('hex'),
      only: values.only,
      before: values.before,
      usesMongodbUri: values['use-mongodb-uri'],
      isImpatient: values.impatient,
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return exit(2);
  }
}

function exit(code: number): never {
  console.log(usage);
  process.exit(code);
}
