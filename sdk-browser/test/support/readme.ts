import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** The parts of the README that tests check. */
export const readme = {
  /** The code blocks of a language. */
  blocks(language: string): string[] {
    return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
      ([, code]) => code ?? '',
    );
  },

  /** Returns the cells of the table whose first column has this heading. The headings are left out. */
  table(heading: string): string[][] {
    const lines = text.split('\n');
    const begin = lines.findIndex((line) => line.startsWith(`| ${heading} `));
    const end = lines.findIndex((line, at) => at > begin && !line.startsWith('|'));
    return lines.slice(begin, end).map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  },

  /** Returns what a page's content security policy must allow for a channel, by directive. */
  policyOf(channel: string): Record<string, string> {
    const [names = [], , ...rows] = readme.table('Channel');
    const row = rows.find(([name]) => name?.startsWith(channel)) ?? [];
    return Object.fromEntries(names.slice(1).map((name, at) => [name, row[at + 1] ?? '']));
  },
};
