import type { CliWorld } from '../../../src/cli/cli-world.ts';

/** For looking at commands without running them. */
export const quietWorld: CliWorld = {
  environment: {},
  currentFolder: '/',
  write: () => {},
  writeError: () => {},
  outputHasColours: false,
  errorsHaveColours: false,
  readInput: async () => Buffer.alloc(0),
  ending: new AbortController().signal,
};
