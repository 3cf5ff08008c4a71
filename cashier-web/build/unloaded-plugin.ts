import type { Plugin } from 'vite';
import { languageCodes, languageOf } from '../src/i18n/languages.ts';
import { readCatalogue } from './messages/catalogue.ts';

const placeholder = '<!-- unloaded -->';

/** Writes into index.html the message that consumers see if the page's scripts do not run. */
export function unloadedPlugin(): Plugin {
  return {
    name: 'kassa-unloaded',
    transformIndexHtml: (html, { path }) => {
      if (path !== '/index.html') return html;
      if (!html.includes(placeholder)) throw new Error(`index.html has no ${placeholder}.`);
      const paragraphs = languageCodes.map((code) => {
        const { direction, writtenAs = code } = languageOf(code);
        return `<p lang="${writtenAs}"${direction === 'rtl' ? ' dir="rtl"' : ''}>${readCatalogue(code).unloaded}</p>`;
      });
      return html.replace(placeholder, paragraphs.join(''));
    },
  };
}
