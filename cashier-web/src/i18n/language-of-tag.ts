/**
 * The code of the language that fits a BCP 47 tag best, whether the cashier has it or not. Intl.Locale
 * replaces the old codes that some browsers still use, such as `iw` for Hebrew.
 */
export function languageOfTag(tag: string): string {
  const language = localeOf(tag)?.language ?? '';
  if (language === 'no' || language === 'nn') return 'nb';
  return language;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    // The tag is malformed.
    return null;
  }
}
