#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * This file is plain JavaScript, because it must run on every supported Node. In the published package, it loads the built
 * command line. In the repository, it runs the TypeScript sources, and starts them with the repository's own newer Node if
 * necessary.
 */
const sources = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const built = fileURLToPath(new URL('../dist/cli/main.mjs', import.meta.url));

// A short command spends half of its time compiling. Node 22 and newer can keep the compiled code for the next run.
module.enableCompileCache?.();

if (!existsSync(sources)) {
  await import(pathToFileURL(built).href);
} else if (process.features.typescript) {
  await import(pathToFileURL(sources).href);
} else {
  const node = ownNode();
  if (node === undefined) {
    console.error(
      `kassa runs from its sources here and needs Node 24 or newer for that; this is ${process.version}. ` +
        'Run `npm ci` in the repository.',
    );
    process.exitCode = 2;
  } else {
    handOver(node);
  }
}

/** The path of the Node that the repository has installed with the package `node`; undefined if it is not installed. */
function ownNode() {
  try {
    const packageFile = module.createRequire(import.meta.url).resolve('node/package.json');
    return join(dirname(packageFile), 'bin', 'node');
  } catch {
    return undefined;
  }
}

/**
 * Runs the command line in a newer Node. Signals are passed on, so that `kassa listen` ends cleanly. If this process is killed,
 * the new one notices that the channel between them has closed, and ends too.
 */
function handOver(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`kassa could not start ${node}: ${error.message}`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
