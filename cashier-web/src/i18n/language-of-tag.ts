/** The regions whose Spanish follows that of Latin America (`parentLocales` of Unicode's CLDR). */
const latinAmerica = /^(419|AR|BO|BR|BZ|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE)$/;
/** The regions whose Portuguese follows that of Portugal (`parentLocales` of Unicode's CLDR). */
const likePortugal = /^(PT|AO|CH|CV|FR|GQ|GW|LU|MO|MZ|ST|TL)$/;

/**
 * A tag that consists of a language and perhaps a region, as most browsers' tags do. Chinese is left out, because its script
 * follows from its region; `in` and `iw` are old codes.
 */
const plainTag = /^(?!zh|in|iw)([a-z]{2})(?:-([A-Z]{2}|\d{3}))?$/;

interface LanguageParts {
  readonly language: string;
  readonly script?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * Returns the code of the language that fits a BCP 47 tag best, even if the cashier has no texts in this language. The whole
 * tag matters: a consumer in Taiwan reads other characters than one in Beijing. Intl.Locale adds what the tag leaves out, such
 * as the script, and replaces the old codes that some browsers still use, such as `iw` for Hebrew.
 */
export function languageOfTag(tag: string): string {
  const { language, script, region = '' } = partsOf(tag);
  if (language === 'zh' && script === 'Hant') return 'zh-Hant';
  if (language === 'es' && latinAmerica.test(region)) return 'es-419';
  if (language === 'pt' && likePortugal.test(region)) return 'pt-PT';
  if (language === 'no' || language === 'nn') return 'nb';
  return language;
}

/** Reads a tag. Reads a simple tag without `Intl.Locale`, whose first use takes up to a tenth of a second on a phone. */
function partsOf(tag: string): LanguageParts {
  const [, language, region] = plainTag.exec(tag) ?? [];
  if (language) return { language, region };
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    // The tag is malformed.
    return { language: '' };
  }
}
