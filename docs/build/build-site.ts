import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncapiDocument, openapiDocument } from '@kassa/contracts/documents';
import { build } from 'vitepress';
import { faultsOfExamples, writtenPages } from './examples/check-examples.ts';
import { generatePages, writePages } from './generate-pages.ts';
import { pagesOfRepository } from './pages/repository-pages.ts';
import { writeSdkReference } from './sdk-reference.ts';
import { compressFiles } from './site/compress-files.ts';
import { contentSecurityPolicy, playgroundPolicy, withPolicy } from './site/content-security-policy.ts';
import { findDeadLinks } from './site/find-dead-links.ts';
import { htmlPagesIn } from './site/html-pages.ts';

/** A mistake in the hand-written pages, such as a dead link. It is reported without a stack trace. */
export class SiteFault extends Error {
  override readonly name = 'SiteFault';
}

const docsFolder = join(import.meta.dirname, '..');
const repository = join(docsFolder, '..');
const distFolder = join(docsFolder, 'dist');

/**
 * Builds the site into `docs/dist`.
 *
 * @throws {SiteFault} naming every example that does not fit its schema, and every dead link
 */
export async function buildSite(): Promise<string> {
  await generatePages(docsFolder);
  refuse('Examples that do not fit', faultsOfExamples(writtenPages(repository)));
  await writeSdkReference({ name: 'sdk-node', title: 'SDK for Node.js' }, join(docsFolder, 'sdk-node'));
  await writeSdkReference(
    { name: 'sdk-browser', title: 'SDK for the browser' },
    join(docsFolder, 'sdk-browser'),
  );
  writePages(docsFolder, pagesOfRepository(repository, modulesOf));
  await build(docsFolder);
  writeJson('openapi.json', openapiDocument());
  writeJson('asyncapi.json', asyncapiDocument());
  const pages = htmlPagesIn(distFolder);
  refuse('Dead links', findDeadLinks(pages, distFolder));
  const policy = contentSecurityPolicy(pages);
  const ofPlayground = playgroundPolicy(pages);
  for (const { path, file, html } of pages)
    writeFileSync(file, withPolicy(html, path === 'playground.html' ? ofPlayground : policy));
  // Also store the content security policies in files, for web servers that send them as a header.
  writeFileSync(join(distFolder, 'content-security-policy.txt'), policy);
  writeFileSync(join(distFolder, 'playground.content-security-policy.txt'), ofPlayground);
  compressFiles(distFolder);
  return distFolder;
}

/**
 * The list of an SDK’s modules, taken from the page that the reference generator wrote. The site shows it below the SDK’s
 * README.
 */
function modulesOf(path: string): string {
  const file = join(docsFolder, path);
  if (!path.endsWith('/index.md')) return '';
  const [, modules = ''] = readFileSync(file, 'utf8').split('## Modules');
  return `\n## Reference\n${modules}`;
}

function refuse(what: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new SiteFault(`${what}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function writeJson(name: string, value: unknown): void {
  writeFileSync(join(distFolder, name), `${JSON.stringify(value, null, 2)}\n`);
}
