import type { Option } from 'commander';

const known = new WeakMap<Option, readonly string[]>();

/**
 * Sets the values that shells offer as completions of an option. Unlike with commander's `choices`, the option also accepts
 * other values: the gateway checks the value. The error of the gateway is also shorter than that of commander, which would list
 * every currency.
 */
export function withCompletions(option: Option, values: readonly string[]): Option {
  known.set(option, values);
  return option;
}

export function completionsOf(option: Option): readonly string[] {
  return option.argChoices ?? known.get(option) ?? [];
}
