import { type SpawnOptions, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { causeOfStep } from './known-causes.ts';

const HEARTBEAT_MS = 10_000;
const KEPT_LINES = 25;

export interface Step {
  /** The name of the step, as shown to people: "Installing PostgreSQL". */
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The log file to which the program's whole output is also written. */
  readonly logFile: string;
  readonly onProgress: (line: string) => void;
  /**
   * When this signal is aborted, the program is ended. A step aborts it on failure, to end another step that runs at the same
   * time.
   */
  readonly abort?: AbortSignal;
  /** Selects lines of the program's output to show, such as the size of a download. */
  readonly worthShowing?: RegExp;
}

/** Runs a program and reports its progress. On failure, rejects with the end of the program's output. */
export async function runStep(step: Step): Promise<void> {
  const startedAtMs = Date.now();
  const elapsedS = () => Math.round((Date.now() - startedAtMs) / 1000);
  const lastLines: string[] = [];
  step.onProgress(`${step.title} …`);
  const heartbeat = setInterval(() => {
    step.onProgress(`${step.title}: ${elapsedS()} s, ${lastLines.at(-1) ?? 'working'}`);
  }, HEARTBEAT_MS);
  try {
    const ending = await run(step, (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      if (step.worthShowing?.test(line)) step.onProgress(`${step.title}: ${line}`);
    });
    if (ending !== undefined) {
      const cause = causeOfStep(lastLines.join('\n'), dirname(step.logFile));
      const why = cause === undefined ? '' : ` ${cause}`;
      throw new Error(`${step.title} failed (${ending}).${why} Its last lines:\n  ${lastLines.join('\n  ')}`);
    }
    step.onProgress(`${step.title}: done in ${elapsedS()} s`);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Runs the program of a step. Resolves to `undefined` if it succeeds, and otherwise to a description of the failure. */
function run(step: Step, onLine: (line: string) => void): Promise<string | undefined> {
  const options: SpawnOptions = {
    env: step.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // On abort, end the program with SIGKILL. Programs in their own namespaces would ignore other signals until their work is
    // done.
    ...(step.abort === undefined ? {} : { signal: step.abort, killSignal: 'SIGKILL' as const }),
  };
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, options);
    for (const stream of [child.stdout, child.stderr]) {
      let unfinished = '';
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        appendFileSync(step.logFile, chunk);
        const lines = (unfinished + chunk).split(/[\r\n]+/);
        unfinished = lines.pop() ?? '';
        for (const line of lines) if (line.trim() !== '') onLine(line.trim());
      });
    }
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signalName) => resolve(code === 0 ? undefined : `exit ${signalName ?? code}`));
  });
}
