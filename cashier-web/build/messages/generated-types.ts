import { type Messages, readCatalogue, sourceLanguage } from './catalogue.ts';
import { compileMessage } from './icu-message.ts';

/**
 * Returns the TypeScript source of the interface `Messages`, generated from the English texts. So a wrong message key or a
 * missing parameter does not compile. Parameters are sorted alphabetically, so that a reworded text does not swap the arguments
 * of its calls.
 */
export function messageTypes(): string {
  const { cashier, notes } = readCatalogue(sourceLanguage);
  return `// \`npm run messages -w cashier-web\` writes this file from messages/en.json.

/** All texts of the cashier. Amounts and dates are passed to them already formatted for the consumer's locale. */
export interface Messages ${interfaceOf(cashier, notes, '  ')}
`;
}

function interfaceOf(messages: Messages, notes: ReadonlyMap<string, string>, indent: string): string {
  const members = Object.entries(messages).map(([key, value]) => {
    const note = notes.get(key);
    const comment = note ? commentOf(note, indent) : '';
    const type = typeof value === 'string' ? typeOf(value) : interfaceOf(value, new Map(), `${indent}  `);
    return `${comment}${indent}readonly ${key}: ${type};\n`;
  });
  return `{\n${members.join('')}${indent.slice(2)}}`;
}

function typeOf(message: string): string {
  const { parameters } = compileMessage(message);
  if (parameters.size === 0) return 'string';
  const list = [...parameters].map(([name, type]) => `${name}: ${type}`);
  return `(${list.join(', ')}) => string`;
}

/** Longer comments are wrapped. */
const longestComment = 120;

function commentOf(note: string, indent: string): string {
  if (note.length <= longestComment) return `${indent}/** ${note} */\n`;
  const lines = note.match(new RegExp(`.{1,${longestComment}}(?:\\s|$)`, 'g')) ?? [];
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line.trimEnd()}\n`).join('')}${indent} */\n`;
}
