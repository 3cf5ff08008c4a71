import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerPlan } from '../database-source.ts';
import { causeOfStart } from '../known-causes.ts';

const SHOWN_LOG_LINES = 12;
const READ_LOG_LINES = 100;

/** Returns the error for a server that did not start. Its first line says why, if the logs show it, and what to do. */
export function startFailure(dataFolder: string, plan: ServerPlan, problem: string): Error {
  const logs = ['supervisor', ...plan.processes.map(({ name }) => name)].map((name) => {
    const file = join(dataFolder, `${name}.log`);
    return { file, lines: existsSync(file) ? lastLines(readFileSync(file, 'utf8')) : [] };
  });
  const texts = [problem, ...logs.flatMap(({ lines }) => lines)].join('\n');
  const why = causeOfStart(texts, dataFolder) ?? `${problem} The end of its logs may say why.`;
  const shown = logs.map(({ file, lines }) => `${file}:\n  ${lines.slice(-SHOWN_LOG_LINES).join('\n  ')}`);
  return new Error(`The local database (${plan.source}) did not start. ${why}\n${shown.join('\n')}`);
}

/** Returns the last lines of a log, without the places in the code at which an error arose. */
function lastLines(log: string): readonly string[] {
  const lines = log.trimEnd().split('\n');
  return lines.filter((line) => !/^\s+at /.test(line)).slice(-READ_LOG_LINES);
}
