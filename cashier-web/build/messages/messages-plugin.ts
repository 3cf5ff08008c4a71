import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { languageCodes, languageOf } from '../../src/i18n/languages.ts';
import { catalogueFile, readCatalogue } from './catalogue.ts';
import { messagesModule } from './messages-module.ts';

const ofOneLanguage = 'virtual:messages/';

/**
 * Makes modules from the files in `messages/`. Each language has its own module, which the page loads only if the language is
 * chosen. Small modules contain the texts of the return page, of the test cards, of the receipt, of the instructions and of
 * the buttons for wallets in all languages.
 */
export function messagesPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'kassa-messages',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      if (!isBuild) return;
      const hash = hashOfMessages();
      for (const code of languageCodes) {
        const id = `${ofOneLanguage}${code}`;
        const fileName = `assets/${code}-${hash}.js`;
        this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' });
      }
    },
    resolveId: {
      filter: {
        id: /^virtual:(messages|return-texts|test-card-texts|receipt-texts|instruction-texts|express-texts)/,
      },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: {
        id: /^\0virtual:(messages|return-texts|test-card-texts|receipt-texts|instruction-texts|express-texts)/,
      },
      handler(id) {
        const [, module = ''] = id.split('\0');
        const code = module.startsWith(ofOneLanguage) ? module.slice(ofOneLanguage.length) : null;
        const read = code === null ? languageCodes : [code];
        for (const one of read) this.addWatchFile(catalogueFile(one));
        return code === null ? moduleOfAll(module, isBuild) : messagesModule(code);
      },
    },
  };
}

/**
 * The hash in the file names of all languages. They share one hash, so that the page can build each file name from the
 * language's code. A list of all file names would make the first load 0.4 kB larger.
 */
function hashOfMessages(): string {
  const all = languageCodes.map(messagesModule).join('');
  return createHash('sha256').update(all).digest('base64url').slice(0, 8);
}

function moduleOfAll(module: string, isBuild: boolean): string {
  const languages = languageCodes.map((code) => ({ code, catalogue: readCatalogue(code) }));
  switch (module) {
    case 'virtual:messages':
      return isBuild
        ? `export const importMessages = (code) => import(/* @vite-ignore */ './' + code + '-${hashOfMessages()}.js');`
        : `export const importMessages = (code) => imports[code]();
           const imports = { ${languages.map(({ code }) => `'${code}': () => import('${ofOneLanguage}${code}')`)} };`;
    case 'virtual:return-texts':
      return exported(
        'returnTexts',
        languages.map(({ code, catalogue }) => {
          const { direction } = languageOf(code);
          return [code, { ...catalogue.return, direction: direction === 'rtl' ? direction : undefined }];
        }),
      );
    case 'virtual:test-card-texts':
      return exported(
        'testCardTexts',
        languages.map(({ code, catalogue }) => [code, catalogue.testCards]),
      );
    case 'virtual:receipt-texts':
      return exported(
        'receiptTexts',
        languages.map(({ code, catalogue }) => [code, catalogue.receipt]),
      );
    case 'virtual:instruction-texts':
      return exported(
        'instructionTexts',
        languages.map(({ code, catalogue }) => [code, catalogue.instructions]),
      );
    case 'virtual:express-texts':
      return exported(
        'expressTexts',
        languages.map(({ code, catalogue }) => [code, catalogue.express]),
      );
    default:
      throw new Error(`There is no module ${module}.`);
  }
}

function exported(name: string, entries: readonly (readonly [string, object])[]): string {
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(entries))};`;
}
