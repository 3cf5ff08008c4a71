import { kassaAdmin } from '../../../src/cli/kassa-admin.ts';
import type { CliWorld } from '../../../src/cli/terminal/cli-world.ts';

export interface CliRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

type World = Pick<
  CliWorld,
  'archives' | 'environment' | 'currentFolder' | 'openDatabase' | 'printShardCommands' | 'tryChannel'
>;

/** Calls `kassa-admin` as a function, which is faster than starting a process. */
export async function callKassaAdmin(args: readonly string[], world: World): Promise<CliRun> {
  let output = '';
  let errors = '';
  const exitCode = await kassaAdmin(args, {
    ...world,
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    highlight: (text) => text,
  });
  return { exitCode, output, errors };
}
