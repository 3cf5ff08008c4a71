import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { jsonBlocksIn } from './json-blocks.ts';
import { faultOf } from './judge-example.ts';

/** Checks the JSON examples of Markdown files. Returns one line for each fault, starting with file and line. */
export function faultsOfExamples(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    jsonBlocksIn(readFileSync(file, 'utf8')).flatMap((block) => {
      const fault = faultOf(block);
      return fault === undefined ? [] : [`${relative(process.cwd(), file)}:${block.line} ${fault}`];
    }),
  );
}

/** All hand-written pages of the site, and the READMEs that integrators read. */
export function writtenPages(repository: string): string[] {
  return globSync(
    [
      'README.md',
      'docs/*.md',
      'docs/guides/**/*.md',
      'samples/**/*.md',
      'sdk-*/README.md',
      'contracts/README.md',
    ],
    { cwd: repository, exclude: ['**/node_modules/**'] },
  ).map((file) => `${repository}/${file}`);
}
