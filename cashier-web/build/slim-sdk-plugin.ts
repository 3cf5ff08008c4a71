import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Change {
  /** The end of the path of the file that is changed. */
  readonly file: string;
  /** Code that is added at the top of the file. */
  readonly adds?: string;
  readonly removes?: string;
  /** The code that replaces the removed code. */
  readonly by?: string;
}

const checkout = join(import.meta.dirname, '../../sdk-browser/src/checkout.ts');

const changes: readonly Change[] = [
  // The request for the order needs only a small part of the SDK. The rest comes with start.ts, while the gateway answers.
  { file: '/sdk-browser/src/create-checkout.ts', removes: "import { Checkout } from './checkout.ts';" },
  {
    file: '/sdk-browser/src/create-checkout.ts',
    removes: 'new Checkout(',
    by: "new (await import('/src/start.ts')).Checkout(",
  },
  { file: '/cashier-web/src/start.ts', adds: `export { Checkout } from '${checkout}';` },
  // Nearly every consumer needs the code that shows and submits payments, and the card form.
  {
    file: '/sdk-browser/src/checkout.ts',
    adds: "import { mountPayment } from './mount-payment.ts';",
    removes: "const { mountPayment } = await abortable(import('./mount-payment.ts'), life.signal);",
  },
  // Only pages at other origins need the frame with card fields.
  {
    file: '/sdk-browser/src/renderers/load-renderer.ts',
    adds: "import { createRenderer } from './own-form.ts';",
    removes: "(isHosted) => (isHosted ? import('./hosted-fields.ts') : import('./own-form.ts'))",
    by: 'async () => ({ createRenderer })',
  },
  // The cashier reads the session from its address itself, and passes no signal.
  {
    file: '/sdk-browser/src/create-checkout.ts',
    removes: "'payUrl' in options ? requireSession(options.payUrl) : options",
    by: 'options',
  },
  { file: '/sdk-browser/src/create-checkout.ts', removes: 'options.signal?.throwIfAborted();' },
  {
    file: '/sdk-browser/src/create-checkout.ts',
    removes: 'abortedBy(options.signal)',
    by: 'new AbortController()',
  },
  // The cashier passes the texts of its own languages.
  { file: '/sdk-browser/src/renderers/own-form.ts', removes: '...englishCardFormTexts,' },
];

/**
 * Makes the first load of the cashier smaller and faster: changes how the SDK loads its parts, because the cashier always needs
 * the same parts, and leaves out parts that it never needs. The build fails if the SDK no longer contains the code that this
 * plugin removes.
 */
export function slimSdkPlugin(): Plugin {
  const missing = new Set<Change>();
  return {
    name: 'kassa-slim-sdk',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const change of changes) missing.add(change);
    },
    transform: {
      filter: { id: /\/(sdk-browser|cashier-web)\/src\/[\w/-]+\.ts$/ },
      handler(code, id) {
        let slim = code;
        for (const change of changes) {
          const { file, adds = '', removes = '', by = '' } = change;
          if (!id.endsWith(file) || !slim.includes(removes)) continue;
          slim = `${adds}\n${slim.replace(removes, by)}`;
          missing.delete(change);
        }
        return slim === code ? null : slim;
      },
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      const [{ file, removes } = { file: '' }] = missing;
      throw new Error(`${file} no longer has: ${removes}`);
    },
  };
}
