import fc from 'fast-check';

/** One change to a JSON value: where it is made, and what is put there. Any two numbers are a change. */
export interface Alteration {
  readonly place: number;
  readonly what: number;
}

export const alterations = fc.array(fc.record({ place: fc.nat(), what: fc.nat() }), {
  minLength: 1,
  maxLength: 3,
});

/** What no processor sends, and what somebody would send to find a weakness. `undefined` leaves the member out. */
const hostileValues: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\u0000',
  '\u202e\ud800',
  '__proto__',
  'x'.repeat(10_000),
  '4242424242424242',
  '2026-13-45T99:99:99Z',
  '0x10',
  'https://gateway.example/../..',
  [],
  {},
  [[]],
  { $gt: '' },
  { toString: 'x', length: -1 },
];

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly container: Container;
  readonly name: string;
}

/** Returns the text of a JSON value with changes. A change can also move a value to a place where another one belongs. */
export function altered(text: string, changes: readonly Alteration[]): string {
  const root: Record<string, unknown> = { value: JSON.parse(text) as unknown };
  for (const { place, what } of changes) {
    const places = placesIn(root);
    const chosen = places[place % places.length];
    if (chosen === undefined) break;
    const { container, name } = chosen;
    const choices = [...hostileValues, ...places.map((other) => valueAt(other))];
    const value = structuredClone(choices[what % choices.length]);
    Object.assign(container, { [name]: value });
    if (value === undefined && !Array.isArray(container)) delete container[name];
  }
  return JSON.stringify(root.value ?? null);
}

function placesIn(container: Container): readonly Place[] {
  return Object.keys(container).flatMap((name) => {
    const place = { container, name };
    const value = valueAt(place);
    const isContainer = typeof value === 'object' && value !== null;
    return [place, ...(isContainer ? placesIn(value as Container) : [])];
  });
}

function valueAt({ container, name }: Place): unknown {
  return (container as Record<string, unknown>)[name];
}
