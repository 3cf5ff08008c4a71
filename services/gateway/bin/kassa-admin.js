#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs the sources, or the bundle where it comes without them, as in the image. This file is plain JavaScript, because the sources
 * need a Node that runs TypeScript: an older one hands over to the Node that the repository has installed for itself.
 */
const program = ['../src/cli/main.ts', '../dist/kassa-admin.js']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path));

if (process.features.typescript) {
  await import(program);
} else {
  const node = ownNode();
  if (node === undefined) {
    console.error(
      `kassa-admin needs Node 24 or newer; this is ${process.version}. Run \`npm ci\` in the repository.`,
    );
    process.exitCode = 2;
  } else {
    const { status, error } = spawnSync(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
    if (error !== undefined) console.error(`kassa-admin could not start ${node}: ${error.message}`);
    process.exitCode = status ?? 1;
  }
}

/** The program of the `node` package, where it is installed. */
function ownNode() {
  try {
    const packageFile = createRequire(import.meta.url).resolve('node/package.json');
    return join(dirname(packageFile), 'bin', 'node');
  } catch {
    return undefined;
  }
}
