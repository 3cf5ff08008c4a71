import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Compressing smaller files saves nothing worthwhile. */
const SMALLEST_BYTES = 1_400;
/** A higher quality takes the build seconds more for a few per cent. */
const BROTLI_QUALITY = 8;

/** Puts a Brotli and a gzip copy beside each text file, for servers that send them as they are. */
export function compressFiles(distFolder: string): void {
  for (const path of globSync('**/*.{html,js,css,svg,json}', { cwd: distFolder })) {
    const file = join(distFolder, path);
    const bytes = readFileSync(file);
    if (bytes.length < SMALLEST_BYTES) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes));
  }
}
