import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { callKassaAdmin } from '../../cli/support/call-kassa-admin.ts';
import type { GatewayBench } from './gateway-bench.ts';

const folder = new URL('../../../../../docs/runbooks/', import.meta.url);

interface Runbook {
  /**
   * Runs the first command of the runbook that begins with these words, with its placeholders replaced. The command must
   * succeed. Returns what it prints.
   */
  run(beginning: string, more?: Readonly<Record<string, string>>): Promise<string>;
}

/** @param values what replaces each placeholder, such as `order-id` for `<order-id>` */
export function openRunbook(
  bench: GatewayBench,
  name: string,
  values: Readonly<Record<string, string>>,
): Runbook {
  const commands = commandsIn(readFileSync(new URL(`${name}.md`, folder), 'utf8'));
  return {
    async run(beginning, more = {}) {
      const printed = commands.find((command) => `${command} `.startsWith(`kassa-admin ${beginning} `));
      if (printed === undefined) throw new Error(`The runbook ${name} has no command ${beginning}.`);
      const words = (printed.match(/"[^"]*"|\S+/g) ?? []).slice(1);
      const filled = words.map((word) => fill(word.replaceAll('"', ''), { ...values, ...more }));
      const { exitCode, output, errors } = await callKassaAdmin(filled, {
        environment: {
          KASSA_OPERATIONS_URL: bench.main.operationsUrl,
          KASSA_OPERATIONS_TOKEN: bench.main.variables.KASSA_OPERATIONS_TOKEN,
        },
        currentFolder: process.cwd(),
      });
      expect({ exitCode, errors }, filled.join(' ')).toEqual({ exitCode: 0, errors: '' });
      return output;
    },
  };
}

/** Returns the commands in the blocks and in the sentences of a page. */
function commandsIn(page: string): readonly string[] {
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.split('\n'));
  const sentences = page.replaceAll(/```sh\n.*?```/gs, '');
  const inSentences = [...sentences.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inSentences]
    .map((command) => command.replaceAll(/\s+/g, ' ').trim())
    .filter((command) => command.startsWith('kassa-admin '));
}

function fill(word: string, values: Readonly<Record<string, string>>): string {
  if (word === '…') return values['…'] ?? '';
  return word.replaceAll(/<([^>]+)>/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The test has no value for ${placeholder}.`);
    return value;
  });
}
