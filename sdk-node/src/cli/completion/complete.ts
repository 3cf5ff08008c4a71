import type { Command, Option } from 'commander';
import { completionsOf } from './value-completions.ts';

/** A special completion that tells the shell to complete file names itself. */
export const FILES = ':files';

/**
 * Returns the completions that a shell offers for the last word.
 *
 * @param words the words after the program's name; the user is still typing the last one, which may be empty
 */
export function complete(program: Command, words: readonly string[]): string[] {
  // Bash splits `--currency=US` into three words: the option, `=` and the value. Without the `=`, the words equal those of
  // `--currency US`, so the value is completed in the same way.
  const typed = words.filter((word) => word !== '=');
  const current = words.at(-1) === '=' ? '' : (typed.pop() ?? '');
  const place = walk(program, typed);

  const equals = /^(--[^=]+)=(.*)$/.exec(current);
  if (equals !== null) {
    const [, name = '', begun = ''] = equals;
    const option = findOption(place.command, name);
    return beginningWith(begun, valuesOf(option)).map((value) => `${name}=${value}`);
  }
  if (place.awaiting !== undefined) return beginningWith(current, valuesOf(place.awaiting));
  if (current.startsWith('-')) {
    const names = place.command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, short }) => long ?? short);
    return beginningWith(current, [...names.filter((name) => name !== undefined), '--help']);
  }
  const commands = place.arguments === 0 ? place.command.commands.map((command) => command.name()) : [];
  const argument = place.command.registeredArguments[place.arguments];
  return beginningWith(current, [...commands, ...(argument?.argChoices ?? [])]);
}

interface Place {
  readonly command: Command;
  /** How many of the command's arguments (not options) stand before the word that the user is typing. */
  readonly arguments: number;
  /** The option whose value is being typed. */
  readonly awaiting: Option | undefined;
}

function walk(program: Command, words: readonly string[]): Place {
  let command = program;
  let typedArguments = 0;
  let awaiting: Option | undefined;
  for (const word of words) {
    if (awaiting !== undefined) {
      awaiting = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = word.includes('=') ? undefined : findOption(command, word);
      awaiting = option?.required === true || option?.optional === true ? option : undefined;
      continue;
    }
    const subcommand = typedArguments === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (subcommand === undefined) typedArguments += 1;
    else command = subcommand;
  }
  return { command, arguments: typedArguments, awaiting };
}

function findOption(command: Command, name: string): Option | undefined {
  return command.options.find(({ long, short }) => long === name || short === name);
}

function valuesOf(option: Option | undefined): readonly string[] {
  if (option === undefined) return [];
  return option.flags.includes('<file>') ? [FILES] : completionsOf(option);
}

function beginningWith(begun: string, words: readonly string[]): string[] {
  return words.filter((word) => word === FILES || word.startsWith(begun));
}
