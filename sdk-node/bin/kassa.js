#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Plain JavaScript, because it starts in two places: in the published package, which holds the built command
 * line, and in the repository, whose sources need a Node that runs TypeScript. There an older one hands over
 * to the Node that the repository has installed for itself.
 */
const sources = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const built = fileURLToPath(new URL('../dist/cli/main.mjs', import.meta.url));

// Half of a quick command's time is compiling; Node 22 and newer can keep that.
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

/** The program of the `node` package, where it is installed. */
function ownNode() {
  try {
    const packageFile = module.createRequire(import.meta.url).resolve('node/package.json');
    return join(dirname(packageFile), 'bin', 'node');
  } catch {
    return undefined;
  }
}

/**
 * Signals are passed on, so that `kassa listen` ends cleanly. The channel tells it when this process was
 * killed, so that nothing of it stays behind.
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
