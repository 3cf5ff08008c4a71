import { buffer } from 'node:stream/consumers';
import { kassaCli } from './kassa-cli.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first signal lets a waiting command end by itself; a second signal kills any command.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
// An older Node handed over to this process and was killed.
process.once('disconnect', () => ending.abort());
process.channel?.unref();
// The reader of the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await kassaCli(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  // Use colours only in a terminal, and not with NO_COLOR.
  outputHasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
  errorsHaveColours: process.stderr.isTTY === true && process.stderr.hasColors(),
  readInput: () => buffer(process.stdin),
  ending: ending.signal,
});
