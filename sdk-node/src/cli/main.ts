import { buffer } from 'node:stream/consumers';
import { kassaCli } from './kassa-cli.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first Ctrl-C or other signal asks the command to end cleanly. The second one ends the process immediately.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  });
}
// In the repository, the user may have started the command with an older Node, which cannot run TypeScript sources. The older
// Node then started this process with a newer one. If the older process is killed, the IPC channel between the two processes
// closes, and this process ends too.
process.once('disconnect', () => ending.abort());
process.channel?.unref();
// The program that reads this command's output may stop reading early, as `head` does. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await kassaCli(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  // Use colours only in a terminal, and only if NO_COLOR is not set.
  outputHasColours: process.stdout.isTTY === true && process.stdout.hasColors(),
  errorsHaveColours: process.stderr.isTTY === true && process.stderr.hasColors(),
  readInput: () => buffer(process.stdin),
  ending: ending.signal,
});
