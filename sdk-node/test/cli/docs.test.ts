import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/cli/cli-error.ts';
import { kassaProgram, withSubcommands } from '../../src/cli/kassa-program.ts';
import { quietWorld } from './support/quiet-world.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
const program = kassaProgram(quietWorld);

/** All commands without subcommands, with the words of each. */
const commands = withSubcommands(program)
  .filter(({ commands: below }) => below.length === 0)
  .map((command) => ({ command, words: wordsOf(command) }));

function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}

/** Returns the `kassa` commands in the shell examples of a page or a help text. */
function exampleLines(text: string): string[] {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  return [...joined.matchAll(/(?:^|\s|<\()(kassa [^|>\n]*)/gm)].map(([, line = '']) => line.trim());
}

const shellBlocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block).join('\n');
const helps = commands.map(({ command, words }) => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return { words, examples: text.split('Examples:')[1] ?? '' };
});

/** Splits a line into words, as a shell does, as far as the examples need it. */
function split(line: string): string[] {
  const parts =
    line
      .replace(/\s#.*$/, '')
      .replace(/\)$/, '')
      .match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return parts.map((part) => part.replaceAll(/^["']|["']$/g, ''));
}

/** Returns what is wrong with an example; empty if the command line accepts it. */
function faultsOf(line: string): string[] {
  const [, ...words] = split(line);
  let command = program;
  for (;;) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command.commands.length > 0) return [`no such command: ${line}`];
  const { operands, unknown } = command.parseOptions(words);
  const variadic = command.registeredArguments.at(-1)?.variadic === true;
  const required = command.registeredArguments.filter((argument) => argument.required);
  return [
    ...unknown.map((option) => `${option} is unknown: ${line}`),
    ...(operands.length < required.length ? [`arguments are missing: ${line}`] : []),
    ...(operands.length > command.registeredArguments.length && !variadic
      ? [`too many arguments: ${line}`]
      : []),
  ];
}

describe('docs/cli.md', () => {
  test('has a section for every command, and none for others', () => {
    const sections = [...page.matchAll(/^## (kassa .*)$/gm)].map(([, title]) => title);
    expect(new Set(sections)).toEqual(new Set(commands.map(({ words }) => words)));
  });

  test('shows each command in an example that the command line accepts', () => {
    const lines = exampleLines(shellBlocks);
    for (const { words } of commands) {
      expect(
        lines.filter((line) => `${line} `.startsWith(`${words} `)),
        words,
      ).not.toEqual([]);
    }
    expect(lines.flatMap(faultsOf)).toEqual([]);
  });

  test('lists the exit codes correctly', () => {
    const rows = [...page.matchAll(/^\| (\d) \| `(\w+)` \| (.*) \|$/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(
      Object.entries(exitCodes).map(([outcome, { code, meaning }]) => [String(code), outcome, meaning]),
    );
  });

  test('names only options that exist', () => {
    const known = new Set([
      '--help',
      ...commands.flatMap(({ command }) => command.options.map(({ long }) => long)),
    ]);
    const named = [...page.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([name]) => name);
    const elsewhere = new Set(['--name', '--public-key', '--webhook-url']);
    expect(named.filter((name) => !known.has(name) && !elsewhere.has(name))).toEqual([]);
  });
});

describe('--help', () => {
  test.for(helps)('of $words has examples, and they are valid', ({ words, examples }) => {
    const lines = exampleLines(examples);
    expect(lines.filter((line) => line.startsWith(words))).not.toEqual([]);
    expect(lines.flatMap(faultsOf)).toEqual([]);
  });
});
