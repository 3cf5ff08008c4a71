import { createHash } from 'node:crypto';

/** A script or stylesheet that a page of the cashier may load (PCI DSS 6.4.3). */
export interface InventoriedFile {
  /** The file's path, relative to the cashier's address. */
  readonly file: string;
  readonly kind: 'script' | 'stylesheet';
  readonly loaded: 'with the page' | 'on demand';
  /**
   * SHA-256, in the format of W3C Subresource Integrity. A longer hash would make each first load longer, because hashes cannot
   * be compressed.
   */
  readonly integrity: string;
  readonly bytes: number;
  readonly why: string;
}

export interface InventoriedPage {
  readonly file: string;
  readonly integrity: string;
  /** The files that the page loads, by their paths relative to the cashier's address. */
  readonly loads: readonly string[];
}

/** All scripts and stylesheets of the built cashier. The libraries of processors are not included. */
export interface ScriptInventory {
  readonly pages: readonly InventoriedPage[];
  readonly files: readonly InventoriedFile[];
}

export function integrityOf(content: string | Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** The reason that the script inventory gives for a file that contains only code shared by several scripts. */
export const reasonForShared =
  'Code that several scripts of the cashier share: parts of the browser SDK and of the page.';

/**
 * Returns why the cashier needs the script that is built from a source module; undefined if no reason is stated for that
 * module.
 */
export function reasonFor(module: string): string | undefined {
  const [, language] = /virtual:messages\/([\w-]+)$/.exec(module) ?? [];
  if (language) return `The texts of the cashier in ${nameOf(language)}.`;
  const [, renderer] =
    /\/sdk-browser\/(?:src|dist)\/(?:.*\/)?([a-z-]+?)(?:-[\w-]{8})?\.m?[tj]s$/.exec(module) ?? [];
  if (renderer)
    return partsOfTheSdk[renderer] ?? `A part of the browser SDK (${renderer}), when a payment needs it.`;
  return Object.entries(ownReasons).find(([end]) => module.endsWith(end))?.[1];
}

const ownReasons = {
  '/cashier-web/src/main.ts': 'Opens the order, with the browser SDK.',
  '/cashier-web/src/start.ts': 'The cashier: shows the order, takes the payment and shows the result.',
  '/cashier-web/src/test-cards/show-test-cards.ts': 'The list of test cards, in a sandbox.',
  '/cashier-web/src/receipt/draw-receipt.ts': 'The receipt, once a payment is under way.',
  '/cashier-web/src/instructions/draw-instructions.ts':
    'The instructions for paying at a bank, if a payment needs them.',
  '/cashier-web/src/express/show-express.ts': 'The buttons for wallets, if a method can be paid with one.',
  '/cashier-web/src/branding/apply-branding.ts': 'The merchant’s colour, if the merchant has set one.',
  '/cashier-web/fields.html': 'The card fields that merchants’ own pages show in a frame.',
  '/cashier-web/return.html': 'Sends the consumer on after the page of a processor.',
} as const;

const partsOfTheSdk: Readonly<Partial<Record<string, string>>> = {
  checkout: 'Follows the order, shows the forms of payment methods, and submits payments.',
  'network-choice': 'Lets the consumer choose the network of a card that belongs to two.',
  redirect: 'Sends the consumer to the page of a wallet or bank, when the method is paid there.',
  'processor-element': 'Shows the form of a processor in a frame, when the method is paid there.',
  'component-sdk': 'Shows the component of a processor, when the method is paid there.',
  'mount-express': 'Shows a processor’s buttons for wallets, when a method can be paid with one.',
  'show-challenge': 'The frame for 3-D Secure, when the bank asks for it.',
};

function nameOf(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
