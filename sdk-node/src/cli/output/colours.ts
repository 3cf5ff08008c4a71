import picocolors from 'picocolors';

/** Functions that colour text for one output stream. Without colours, they return the text unchanged. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export const plain: Colours = picocolors.createColors(false);

export function coloursOf(areOn: boolean): Colours {
  return areOn ? picocolors.createColors(true) : plain;
}
