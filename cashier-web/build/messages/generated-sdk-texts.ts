import { type Messages, readCatalogue, sourceLanguage } from './catalogue.ts';
import { compileMessage } from './icu-message.ts';

/**
 * The TypeScript source of one group of the browser SDK's English texts. The cashier passes its own texts to the SDK. The two
 * are the same, because both are generated from the same file.
 */
export function sdkTexts(group: 'cardForm' | 'challenge'): string {
  const type = group === 'cardForm' ? 'CardFormTexts' : 'ChallengeTexts';
  const file = group === 'cardForm' ? 'card-form-texts' : 'challenge-texts';
  const messages = readCatalogue(sourceLanguage).cashier[group] ?? {};
  const members = Object.entries(messages).map(([key, message]) => `  ${key}: ${sourceOf(message)},\n`);
  return `// \`npm run messages -w cashier-web\` writes this file from cashier-web/messages/en.json.
import type { ${type} } from './${file}.ts';

export const english${type}: ${type} = {
${members.join('')}};
`;
}

function sourceOf(message: string | Messages): string {
  if (typeof message !== 'string') throw new Error('The SDK’s groups of texts cannot be nested.');
  const { expression, parameters, plurals } = compileMessage(message);
  if (plurals.length > 0) throw new Error(`The SDK has no plural rules for: ${message}`);
  if (parameters.size === 0) return `'${expression.slice(1, -1)}'`;
  return `(${[...parameters.keys()].join(', ')}) => ${expression.replaceAll(/number\((\w+)\)/g, '$1')}`;
}
