import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(html|js|css|svg|json)$/;
/** Files below this size are not compressed, because they fit into one network packet anyway. */
const leastBytes = 1_000;

/**
 * Writes compressed copies of the built files, at the highest compression level. The gateway sends these copies to browsers
 * that accept them.
 */
export function compressPlugin(): Plugin {
  return {
    name: 'kassa-compress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const { name, parentPath } of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!compressible.test(name)) continue;
        const file = join(parentPath, name);
        const content = readFileSync(file);
        if (content.length < leastBytes) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
