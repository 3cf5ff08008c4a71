import { dataFolder } from './data-folder.ts';
import { readPorts } from './demo-ports.ts';
import { failureText } from './failure-text.ts';
import { type Demo, startDemo } from './start-demo.ts';
import { summaryOf } from './summary.ts';
import { whenOrphaned } from './when-orphaned.ts';

/** Runs the demo until the user stops it. */

/**
 * One press of Ctrl-C sends two signals to this process: one from the terminal and one from npm. Two signals within this time
 * count as one press.
 */
const SAME_PRESS_MS = 500;

const stopping = new AbortController();
let firstSignalAt = Number.NaN;
let demo: Demo | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(onSignal);

try {
  demo = await startDemo({
    dataFolder,
    ports: readPorts(process.env),
    onProgress: (line) => console.log(line),
    signal: stopping.signal,
  });
  if (stopping.signal.aborted) await stop(demo);
  else console.log(summaryOf(demo, dataFolder));
} catch (error) {
  if (!stopping.signal.aborted) await tell(error);
  process.exit(stopping.signal.aborted ? 0 : 1);
}

function onSignal(): void {
  if (stopping.signal.aborted) {
    if (performance.now() - firstSignalAt < SAME_PRESS_MS) return;
    console.error('Stopped immediately. The database may still be running; the next start finds it.');
    process.exit(1);
  }
  firstSignalAt = performance.now();
  console.log('\nStopping … (Ctrl-C again stops immediately)');
  stopping.abort();
  if (demo !== undefined) void stop(demo);
}

async function stop(running: Demo): Promise<void> {
  try {
    await running.stop();
    console.log('Stopped.');
    process.exit(0);
  } catch (error) {
    await tell(error);
    process.exit(1);
  }
}

async function tell(error: unknown): Promise<void> {
  const { StartError } = await import('@kassa/gateway');
  console.error(failureText(error, dataFolder, (fault) => fault instanceof StartError));
}
