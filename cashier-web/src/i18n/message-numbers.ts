import type { Messages } from './messages.ts';

/** Formats a number for the consumer's locale, or a duration in the given unit. */
type WriteNumber = (value: number, unit?: string) => string;

/** Chooses the text for a number by the language's plural rules. */
type ChoosePlural = (
  value: number,
  texts: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
) => string;

/**
 * The compiled messages of a language: a function that returns the texts. It receives the functions that format numbers and
 * choose plural forms for the consumer's locale.
 */
export type CompiledMessages = (number: WriteNumber, plural: ChoosePlural) => Messages;

/** Returns a language's messages, with numbers formatted for the locale. */
export function messagesIn(locale: string, messages: CompiledMessages): Messages {
  // Created when a text first needs them. The browser takes a moment to load them, and the page's first texts have no plurals.
  let rules: Intl.PluralRules | undefined;
  return messages(
    (value, unit) =>
      new Intl.NumberFormat(locale, unit ? { style: 'unit', unit, unitDisplay: 'long' } : {}).format(value),
    (value, texts) => {
      rules ??= new Intl.PluralRules(locale);
      return texts[rules.select(value)] ?? texts.other;
    },
  );
}
