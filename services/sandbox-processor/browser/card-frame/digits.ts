/**
 * Returns the digits of a typed or pasted text, as ASCII digits. Arabic and Persian keyboards type other digits, which are
 * converted.
 */
export function digitsOf(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[^0-9]/g, '');
}
