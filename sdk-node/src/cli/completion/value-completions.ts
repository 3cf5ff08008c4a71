import type { Option } from 'commander';

const known = new WeakMap<Option, readonly string[]>();

/**
 * Gives an option values that shells offer as completions. The option also accepts other values, unlike with commander's
 * `choices`, because the gateway checks the value. Its error is also shorter than commander's, which would list every currency.
 */
export function withCompletions(option: Option, values: readonly string[]): Option {
  known.set(option, values);
  return option;
}

export function completionsOf(option: Option): readonly string[] {
  return option.argChoices ?? known.get(option) ?? [];
}
