/** The digits of a text, as ASCII: Arabic and Persian keyboards type others. */
export function digitsOf(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/[^0-9]/g, '');
}
