/**
 * The structured creditor reference of ISO 11649: `RF`, two check digits and up to 21 letters and digits of the creditor's own.
 * Banks check it while it is typed.
 *
 * @param own digits and capital letters
 */
export function creditorReference(own: string): string {
  const check = 98 - remainderOf97(`${own}RF00`);
  return `RF${String(check).padStart(2, '0')}${own}`;
}

/** The remainder for the check digits of ISO 7064, MOD 97-10. Letters count as 10 to 35. */
function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}
