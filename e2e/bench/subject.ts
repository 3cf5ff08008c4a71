import { median } from './load.ts';

/** Measured values by name. Each name includes the unit. */
export type Figures = Readonly<Record<string, number>>;

/** Something that is compared with others in the same run, such as a version of the gateway or a minimal server. */
export interface Subject {
  readonly name: string;
  /** Measures once. Rejects if a result of the measured calls is wrong. */
  round(): Promise<Figures>;
  /**
   * Checks, before `stop`, what all rounds have left in the database. Rejects if something is missing, or if there is too much
   * of something.
   */
  verify?(): Promise<void>;
  stop(): Promise<void>;
}

/** The values of one figure in all rounds, for one subject. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface Comparison {
  readonly rounds: number;
  readonly rows: readonly ComparedFigure[];
}

export interface ComparedFigure {
  readonly figure: string;
  readonly spreads: Readonly<Record<string, Spread>>;
  /**
   * The ratio of the first subject's value to the value of each other subject, by the other subject's name. The ratio is
   * computed for each round; this is the median of all rounds.
   */
  readonly ratios: Readonly<Record<string, number>>;
}

/**
 * Measures subjects in turn, so that a change in the machine's speed affects all of them. Every second round goes in the
 * opposite order. The first round only warms up the subjects, and is not counted.
 */
export async function compareInTurn(
  openers: readonly (() => Promise<Subject>)[],
  rounds: number,
): Promise<Comparison> {
  const subjects: Subject[] = [];
  const measured = new Map<string, Figures[]>();
  try {
    for (const open of openers) subjects.push(await open());
    for (const { name } of subjects) measured.set(name, []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        const figures = await subject.round();
        if (round > 0) measured.get(subject.name)?.push(figures);
      }
    }
    for (const subject of subjects) await subject.verify?.();
  } finally {
    for (const subject of subjects) await subject.stop();
  }
  return { rounds, rows: compare(measured) };
}

/** @param measured the figures of each round, by the subject's name */
export function compare(measured: ReadonlyMap<string, readonly Figures[]>): readonly ComparedFigure[] {
  const [[, first = []] = []] = measured;
  return Object.keys(first[0] ?? {}).map((figure) => {
    const valuesOf = (rounds: readonly Figures[]) => rounds.map((figures) => figures[figure] ?? Number.NaN);
    const own = valuesOf(first);
    const entries = [...measured].map(([name, rounds]) => [name, valuesOf(rounds)] as const);
    return {
      figure,
      spreads: Object.fromEntries(entries.map(([name, values]) => [name, spreadOf(values)])),
      ratios: Object.fromEntries(
        entries
          .slice(1)
          .map(([name, values]) => [
            name,
            median(own.map((value, round) => value / (values[round] ?? Number.NaN))),
          ]),
      ),
    };
  });
}

function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), lowest: Math.min(...values), highest: Math.max(...values) };
}

/** Prints the figures of all subjects as a table: the medians, the spread in brackets, and the ratios. */
export function showComparison(title: string, { rounds, rows }: Comparison): void {
  console.log(`\n${title} (medians of ${rounds} rounds, and their spread)`);
  console.table(
    Object.fromEntries(
      rows.map(({ figure, spreads, ratios }) => [
        figure,
        {
          ...Object.fromEntries(Object.entries(spreads).map(([name, spread]) => [name, shown(spread)])),
          ...Object.fromEntries(
            Object.entries(ratios).map(([name, ratio]) => [
              `${Object.keys(spreads)[0]} ÷ ${name}`,
              `${ratio.toFixed(2)}×`,
            ]),
          ),
        },
      ]),
    ),
  );
}

function shown({ median: middle, lowest, highest }: Spread): string {
  return `${rounded(middle)} (${rounded(lowest)}–${rounded(highest)})`;
}

/** A value with three significant digits, or with all digits before the decimal point. */
function rounded(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
