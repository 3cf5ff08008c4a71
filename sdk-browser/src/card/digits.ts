/** The digits of a text as ASCII digits. Arabic and Persian keyboards type other digits. */
export function digitsOf(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf)).replace(/[^0-9]/g, '');
}
