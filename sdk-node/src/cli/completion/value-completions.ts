import type { Option } from 'commander';

const known = new WeakMap<Option, readonly string[]>();

/**
 * Gives an option values to complete. Unlike `choices` it refuses no other: the gateway judges, and an error
 * that lists every currency of the world helps nobody.
 */
export function withCompletions(option: Option, values: readonly string[]): Option {
  known.set(option, values);
  return option;
}

export function completionsOf(option: Option): readonly string[] {
  return option.argChoices ?? known.get(option) ?? [];
}
