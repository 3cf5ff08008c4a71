import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** The size in bytes from which a file is compressed. Compressing smaller files would save too little. */
const SMALLEST_BYTES = 1_400;
/**
 * The quality of Brotli's compression. A higher quality would make the files a few per cent smaller, but the build several
 * seconds slower.
 */
const BROTLI_QUALITY = 8;

/**
 * Puts a Brotli and a gzip copy beside each text file. Web servers can then send compressed files without compressing them for
 * each request.
 */
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
