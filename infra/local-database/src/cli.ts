import { parseArgs } from 'node:util';
import { openLocalDatabase, stopLocalDatabase } from './open-local-database.ts';
import { isRunning } from './process-identity.ts';
import { processIdsOf, readState } from './server-state.ts';

const USAGE = `Usage: node infra/local-database/src/cli.ts start|status|stop [--data <folder>]

  start   finds or starts the database and leaves it running; prints its connection string
  status  prints what is running; exit 1 when nothing is
  stop    stops it

  --data  the data folder, .kassa/database unless given`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.kassa/database' },
    help: { type: 'boolean', default: false },
  },
});

process.exitCode = values.help ? print(USAGE, 0) : await run(positionals[0], values.data);

async function run(command: string | undefined, dataFolder: string): Promise<number> {
  if (command === 'start') {
    const database = await openLocalDatabase({ dataFolder, onProgress: (line) => console.error(line) });
    console.error(database.description);
    return print(database.uri, 0);
  }
  if (command === 'status') return status(dataFolder);
  if (command === 'stop') {
    return print((await stopLocalDatabase(dataFolder)) ? 'Stopped.' : 'Nothing was running.', 0);
  }
  console.error(USAGE);
  return 2;
}

function status(dataFolder: string): number {
  const state = readState(dataFolder);
  if (state === undefined || !isRunning(state.supervisor)) return print('Nothing is running.', 1);
  const processes = `processes ${processIdsOf(state).join(', ')}, supervisor ${state.supervisor.pid}`;
  return print(`${state.uri}\n${state.phase}: ${state.description}; ${processes}`, 0);
}

function print(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}
