import type { CliWorld } from '../../../src/cli/cli-world.ts';

/** Surroundings for tests that only inspect the commands and run none. */
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
