/**
 * The licences, by their SPDX identifiers, under which others may use, change and pass on the code without publishing their own
 * code. `MIT/X11` is an old name of MIT.
 */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'Unlicense',
]);

/** Whether a licence expression allows shipping the package: at least one of its alternatives has only allowed licences. */
export function isAllowed(expression: string): boolean {
  const plain = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((licence) => allowed.has(licence.trim())));
}

/** The licence of a package according to two sources; undefined if a source states none. */
export interface StatedLicence {
  readonly folder: string;
  readonly inLock: string | undefined;
  /** The licence that the installed package itself states. A package for another platform is not installed. */
  readonly inPackage: string | undefined;
}

/** Returns the fault of a package's licence; undefined if there is none. */
export function faultOf({ folder, inLock, inPackage }: StatedLicence): string | undefined {
  const stated = [inLock, inPackage].filter((licence) => licence !== undefined);
  if (stated.length === 0) return `${folder} names no licence`;
  const refused = stated.find((licence) => !isAllowed(licence));
  return refused === undefined ? undefined : `${folder} has the licence ${refused}, which is not allowed`;
}
