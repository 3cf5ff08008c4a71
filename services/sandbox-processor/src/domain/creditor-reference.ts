/**
 * Makes a structured creditor reference (ISO 11649): `RF`, two check digits, and up to 21 letters and digits of the creditor's
 * choice. Banks check such a reference while the payer types it.
 *
 * @param own the creditor's part, of digits and capital letters
 */
export function creditorReference(own: string): string {
  const check = 98 - remainderOf97(`${own}RF00`);
  return `RF${String(check).padStart(2, '0')}${own}`;
}

/** Computes the remainder for the check digits of a reference (ISO 7064, MOD 97-10). The letters A to Z count as 10 to 35. */
function remainderOf97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}
