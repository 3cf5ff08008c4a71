import { type Messages, readCatalogue } from './catalogue.ts';
import { compileMessage } from './icu-message.ts';

/**
 * Returns the source of the JavaScript module with a language's messages. Each message is compiled to a string or a function,
 * so the browser needs no message parser. The module exports a function whose parameters are number formatters
 * (src/i18n/message-numbers.ts), because only the browser knows the consumer's region.
 */
export function messagesModule(code: string): string {
  const messages = expressionOf(readCatalogue(code).cashier, [code]);
  return `export const messages = (number, plural) => (${messages});\n`;
}

function expressionOf(messages: Messages, path: readonly string[]): string {
  const members = Object.entries(messages).map(([key, value]) => {
    const here = [...path, key];
    return `${JSON.stringify(key)}: ${typeof value === 'string' ? compiled(value, here) : expressionOf(value, here)}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

function compiled(message: string, path: readonly string[]): string {
  try {
    const { expression, parameters } = compileMessage(message);
    return parameters.size > 0 ? `(${[...parameters.keys()].join(', ')}) => ${expression}` : expression;
  } catch (error) {
    throw new Error(`${path.join('.')}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
