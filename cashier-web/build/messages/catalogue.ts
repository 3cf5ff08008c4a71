import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The messages of one language, as nested ICU MessageFormat strings. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** The contents of one file in `messages/`, grouped by the page that shows the texts. */
export interface Catalogue {
  /** The cashier's texts. */
  readonly cashier: Messages;
  /** What index.html says if the page's scripts do not run. */
  readonly unloaded: string;
  /** The texts of the return page. */
  readonly return: Readonly<Record<'title' | 'goOn', string>>;
  /** The texts about test cards, which only sandboxes need. */
  readonly testCards: Readonly<Record<string, string>>;
  /** The labels of the receipt, which is needed only after the payment. */
  readonly receipt: Readonly<Record<string, string>>;
  /** The labels of the instructions for paying at a bank or a till, which few payments need. */
  readonly instructions: Readonly<Record<string, string>>;
  /** The text below the buttons for wallets, which few orders have. */
  readonly express: Readonly<Record<'or', string>>;
  /**
   * Notes for translators, by the key of the message that they explain. Only the source language's file contains notes; there,
   * the key begins with `@`.
   */
  readonly notes: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dirname, '../../messages');

/** The language from which the others are translated. */
export const sourceLanguage = 'en';

export function catalogueFile(code: string): string {
  return join(folder, `${code}.json`);
}

export function readCatalogue(code: string): Catalogue {
  const entries = Object.entries(JSON.parse(readFileSync(catalogueFile(code), 'utf8')));
  const isNote = ([key]: readonly [string, unknown]) => key.startsWith('@');
  const {
    unloaded,
    return: ofReturn,
    testCards,
    receipt,
    instructions,
    express,
    ...cashier
  } = Object.fromEntries(entries.filter((entry) => !isNote(entry)));
  const notes = new Map(entries.filter(isNote).map(([key, note]) => [key.slice(1), String(note)]));
  // Only the tests compare each file's keys with those of the source language. The build does not.
  return {
    cashier,
    unloaded,
    return: ofReturn,
    testCards,
    receipt,
    instructions,
    express,
    notes,
  } as Catalogue;
}
