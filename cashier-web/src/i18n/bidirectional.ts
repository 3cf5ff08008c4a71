const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';
const rightToLeftLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const leftToRightLetter = /(?![\p{Script=Hebrew}\p{Script=Arabic}])\p{L}/u;

/** A string isolated from the text around it, for either writing direction. */
export function isolated(text: string): string {
  return firstStrongIsolate + text + popDirectionalIsolate;
}

/**
 * A name in the other direction than the sentence around it would take the punctuation and the numbers
 * beside it along. Isolated, it stands for itself (Unicode Standard Annex 9, section 2.4).
 */
export function isolateNames<Texts extends object>(texts: Texts, direction: 'ltr' | 'rtl'): Texts {
  const foreign = direction === 'ltr' ? rightToLeftLetter : leftToRightLetter;
  const isolate = (gap: unknown) => (foreign.test(String(gap)) ? isolated(String(gap)) : gap);
  const entries = Object.entries(texts).map(([key, text]) => {
    if (typeof text === 'function') return [key, (...gaps: unknown[]) => text(...gaps.map(isolate))];
    return [key, typeof text === 'object' ? isolateNames(text, direction) : text];
  });
  // The same members of the same kinds; Object.fromEntries cannot say that.
  return Object.fromEntries(entries) as Texts;
}
