const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';
const rightToLeftLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const leftToRightLetter = /(?![\p{Script=Hebrew}\p{Script=Arabic}])\p{L}/u;

/** Isolates a text, so that its writing direction and that of the surrounding text do not affect each other. */
export function isolated(text: string): string {
  return firstStrongIsolate + text + popDirectionalIsolate;
}

/**
 * Isolates the names that are inserted into the texts. A name whose writing direction differs from its sentence would otherwise
 * reorder the punctuation and numbers beside it (Unicode Standard Annex 9, section 2.4).
 */
export function isolateNames<Texts extends object>(texts: Texts, direction: 'ltr' | 'rtl'): Texts {
  const foreign = direction === 'ltr' ? rightToLeftLetter : leftToRightLetter;
  const isolate = (gap: unknown) => (foreign.test(String(gap)) ? isolated(String(gap)) : gap);
  const entries = Object.entries(texts).map(([key, text]) => {
    if (typeof text === 'function') return [key, (...gaps: unknown[]) => text(...gaps.map(isolate))];
    return [key, typeof text === 'object' ? isolateNames(text, direction) : text];
  });
  // The result has the same keys and types as the input. The return type of Object.fromEntries cannot express that.
  return Object.fromEntries(entries) as Texts;
}
