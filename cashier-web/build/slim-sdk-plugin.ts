import type { Plugin } from 'vite';

const loadMounting = /import\(([`'"])(\.\/mount-payment[^`'"]*)\1\)/;
/**
 * Finds the English texts of the card form. The SDK's source spreads them from an imported object; its build contains the
 * object itself.
 */
const englishTexts =
  /\.\.\.englishCardFormTexts,|(?<==)\{number:[`'"]Card number[\s\S]*?securityCodeIncomplete:[^}]*\$\{[^}]*\}[^}]*\}/;
const chooseHostedFields = /\w+\s*\?\s*import\([`'"]\.\/hosted-fields[^)]*\)\s*:\s*/;

/**
 * Makes the first load of the cashier smaller: changes how the SDK loads its parts, because the cashier always needs the same
 * parts. The build fails if the SDK's sources no longer contain the code that this plugin replaces.
 *
 * - The code that shows and submits payments goes into the file of the SDK's core. Nearly every consumer needs it.
 * - The English texts of the card form are left out. The cashier passes the texts of its own languages.
 * - The frame with card fields is left out, because only pages at other origins need it.
 */
export function slimSdkPlugin(): Plugin {
  const missing = new Set<RegExp>();
  return {
    name: 'kassa-slim-sdk',
    apply: 'build',
    buildStart() {
      missing.add(loadMounting).add(chooseHostedFields).add(englishTexts);
    },
    transform(code, id) {
      if (!/\/sdk-browser\/(src|dist)\//.test(id)) return null;
      const [mounting, , module] = loadMounting.exec(code) ?? [];
      const [hostedFields] = chooseHostedFields.exec(code) ?? [];
      const texts = /\/own-form(-[\w-]+)?\.m?[tj]s$/.test(id) ? englishTexts.exec(code) : null;
      let slim = code;
      if (texts) {
        slim = slim.replace(texts[0], texts[0].startsWith('...') ? '' : '{}');
        missing.delete(englishTexts);
      }
      if (hostedFields) slim = slim.replace(hostedFields, '');
      if (mounting) {
        const joined = slim.replace(mounting, 'Promise.resolve({ mountPayment: joinedMounting })');
        slim = `import { mountPayment as joinedMounting } from '${module}';\n${joined}`;
      }
      if (hostedFields) missing.delete(chooseHostedFields);
      if (mounting) missing.delete(loadMounting);
      return slim === code ? null : slim;
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`The SDK no longer has: ${[...missing].join('; ')}.`);
    },
  };
}
