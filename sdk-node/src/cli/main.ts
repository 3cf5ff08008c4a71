import { buffer } from 'node:stream/consumers';
import { kassaCli } from './kassa-cli.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A command that waits ends by itself; one that does not is ended by asking a second time.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
// An older Node has handed over to this one, and was killed.
process.once('disconnect', () => ending.abort());
process.channel?.unref();
// Whoever reads the output may have enough of it, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await kassaCli(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  // In a terminal only, and not with NO_COLOR.
  outputHasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
  errorsHaveColours: process.stderr.isTTY === true && process.stderr.hasColors(),
  readInput: () => buffer(process.stdin),
  ending: ending.signal,
});
