import type { Option } from 'commander';

const known = new WeakMap<Option, readonly string[]>();

/**
 * Gives an option values to complete. Unlike `choices`, this refuses no other value: the gateway checks it, and an
 * error that lists every currency in the world helps nobody.
 */
export function withCompletions(option: Option, values: readonly string[]): Option {
  known.set(option, values);
  return option;
}

export function completionsOf(option: Option): readonly string[] {
  return option.argChoices ?? known.get(option) ?? [];
}
