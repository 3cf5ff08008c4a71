import { kassaCli } from '../../../src/cli/kassa-cli.ts';
import { inheritedVariables, type KassaRun, type RunOptions } from './kassa-process.ts';

/** Calls `kassa` as a function, which is faster than starting a process. */
export async function runKassa(
  args: readonly string[],
  { folder, variables, input = '' }: RunOptions,
): Promise<KassaRun> {
  let output = '';
  let errors = '';
  const exitCode = await kassaCli(args, {
    environment: { ...inheritedVariables(), ...variables },
    currentFolder: folder,
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      errors += text;
    },
    outputHasColours: false,
    errorsHaveColours: false,
    readInput: async () => Buffer.from(input),
    ending: new AbortController().signal,
  });
  return { exitCode, output, errors };
}
