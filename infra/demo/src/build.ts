import { spawn } from 'node:child_process';

/**
 * Builds what the demo serves — the cashier and the SDKs — before it starts. What has not changed is taken
 * from the build's cache; the builder's own talk is shown only when something went wrong.
 */
process.stdout.write('Building the cashier and the SDKs … ');
const startedAtMs = performance.now();
const builder = spawn('turbo', ['run', 'build', '--output-logs=errors-only'], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
const talk: Buffer[] = [];
builder.stdout.on('data', (chunk: Buffer) => talk.push(chunk));
builder.stderr.on('data', (chunk: Buffer) => talk.push(chunk));
builder.once('error', (error) => {
  console.error(`\nThe builder could not be started: ${error.message}. Was "npm ci" run?`);
  process.exitCode = 1;
});
builder.once('close', (exitCode) => {
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  console.log(exitCode === 0 ? `done in ${seconds} s` : `failed\n${Buffer.concat(talk).toString('utf8')}`);
  process.exitCode = exitCode ?? 1;
});
