import { spawn } from 'node:child_process';

/**
 * Builds what the demo serves, which is the cashier and the SDKs, before the demo starts. Unchanged parts come from the build
 * cache. The builder's output is shown only if it fails.
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
