import picocolors from 'picocolors';

/** Colours for one stream; no effect if colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export const plain: Colours = picocolors.createColors(false);

export function coloursOf(areOn: boolean): Colours {
  return areOn ? picocolors.createColors(true) : plain;
}
