import type { Option } from 'commander';

const known = new WeakMap<Option, readonly string[]>();

/**
 * Gives an option values that shells offer as completions. Unlike commander's `choices`, other values are not refused here: the
 * gateway checks the value, and an error that lists every currency of the world helps nobody.
 */
export function withCompletions(option: Option, values: readonly string[]): Option {
  known.set(option, values);
  return option;
}

export function completionsOf(option: Option): readonly string[] {
  return option.argChoices ?? known.get(option) ?? [];
}
