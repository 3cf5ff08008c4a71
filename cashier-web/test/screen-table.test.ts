import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { screensPage } from '../build/screens-page.ts';
import {
  type Connection,
  type Place,
  type Situation,
  screens,
  screenTable,
  shownIn,
  unreachableRows,
} from '../src/cashier/screen-table.ts';
import { type Facts, type Stage, situationOf } from '../src/cashier/situation.ts';

const connections: readonly Connection[] = ['connected', 'offline', 'unanswered'];

/** Every row of the table, as the table itself lists them. */
const rows: readonly Situation[] = Object.entries(screenTable).flatMap(([order, attempts]) =>
  Object.entries(attempts).flatMap(([attempt, places]) =>
    Object.keys(places).flatMap((place) =>
      connections.map((connection) => ({ order, attempt, place, connection }) as Situation),
    ),
  ),
);
const nameOf = ({ order, attempt, place }: Situation) => `${order} ${attempt} ${place}`;

const stages: Readonly<Record<Stage, null>> = {
  opening: null,
  refused: null,
  open: null,
  submitting: null,
  confirming: null,
  redirecting: null,
  processing: null,
  failed: null,
  paid: null,
  expired: null,
};
const either = [false, true];
const ofForm = [
  [false, false],
  [true, false],
  [false, true],
] as const;
const pages = [null, 'https://processor.example/'];

/** Everything that a page can know, in every combination. */
function* allFacts(): Generator<Facts> {
  for (const stage of Object.keys(stages) as Stage[])
    for (const paidBefore of either)
      for (const usedUp of either)
        for (const overdue of either)
          for (const slow of either)
            for (const instructions of [null, { iban: 'DE89370400440532013000' }])
              for (const pendingUrl of pages)
                for (const blockedUrl of pages)
                  for (const atBank of either)
                    for (const leftEarly of either)
                      for (const online of either)
                        for (const connected of either)
                          for (const [sent, confirmed] of ofForm)
                            yield {
                              sent,
                              confirmed,
                              stage,
                              paidBefore,
                              usedUp,
                              overdue,
                              slow,
                              instructions,
                              pendingUrl,
                              blockedUrl,
                              atBank,
                              leftEarly,
                              online,
                              connected,
                            };
}

test('whatever the page knows, a row of the table applies', () => {
  const known = new Set(rows.map((row) => JSON.stringify(row)));
  const reached = new Set<string>();
  for (const facts of allFacts()) reached.add(JSON.stringify(situationOf(facts)));
  expect([...reached].filter((row) => !known.has(row))).toEqual([]);
  expect([...known].filter((row) => !reached.has(row))).toEqual([]);
});

test('every screen is shown in some row that consumers reach', () => {
  const shown = new Set(
    rows.filter((row) => !(nameOf(row) in unreachableRows)).map((row) => shownIn(row).screen),
  );
  expect(Object.keys(screens).filter((screen) => !shown.has(screen as keyof typeof screens))).toEqual([]);
});

test('the list of unreachable rows names only rows of the table, each with a reason', () => {
  const names = new Set(rows.map(nameOf));
  for (const [row, reason] of Object.entries(unreachableRows)) {
    expect(names).toContain(row);
    expect(reason).toMatch(/\.$/);
  }
});

describe('no row is a dead end:', () => {
  /** What these wait for ends by itself: the SDK's calls have timeouts, and after 20 seconds the attempt is overdue. */
  const endByThemselves: readonly string[] = [
    'opening',
    'processing',
    'leaving',
    'confirming',
    'confirmed',
    'checking',
  ];

  test.each(rows.filter(({ connection }) => connection === 'connected'))('$order $attempt $place', (row) => {
    const { screen } = shownIn(row);
    const { actions } = screens[screen];
    // The dialog over the page has its own way out, and closing it leads to the row `unfinished`.
    if (row.place === 'bank_dialog') expect(['confirming', 'processing']).toContain(screen);
    else if (actions.length === 0) {
      expect(endByThemselves).toContain(screen);
      expect(row.attempt).not.toContain('overdue');
      if (row.order === 'paying' && row.place === 'here') expect(row.attempt).not.toBe('slow');
    }
  });

  test('a wait that does not end soon says until when it lasts, or leads to the page on which it ends', () => {
    for (const row of rows) {
      if (row.attempt !== 'overdue' && row.attempt !== 'slow' && row.attempt !== 'confirming_overdue')
        continue;
      if (nameOf(row) in unreachableRows || row.place === 'bank_dialog') continue;
      const traits = screens[shownIn(row).screen];
      const leadsOn = traits.actions.some((action) => action === 'continue' || action === 'open_beside');
      expect('saysUntil' in traits || leadsOn, nameOf(row)).toBe(true);
      expect(traits.actions, nameOf(row)).toContain('other_way');
    }
  });

  test('while a payment is under way, nothing offers a second one', () => {
    for (const row of rows.filter(({ order }) => order !== 'open')) {
      const actions: readonly string[] = screens[shownIn(row).screen].actions;
      expect(actions, nameOf(row)).not.toContain('pay');
      expect(actions, nameOf(row)).not.toContain('choose');
    }
  });

  test('without a connection, the screen is the same and says so, wherever the page waits for the gateway', () => {
    for (const row of rows.filter(({ order }) => order === 'paying')) {
      const { screen } = shownIn({ ...row, connection: 'connected' });
      expect(shownIn({ ...row, connection: 'offline' })).toEqual({ screen, bar: 'reconnecting' });
      expect(shownIn({ ...row, connection: 'unanswered' })).toEqual({ screen, bar: 'reconnecting' });
    }
  });
});

test('a situation that is not in the table does not compile', () => {
  const connection = 'connected';
  expectTypeOf({ order: 'open', attempt: 'none', place: 'here', connection } as const).toExtend<Situation>();
  expectTypeOf({
    order: 'open',
    attempt: 'submitted',
    place: 'here',
    connection,
  } as const).not.toExtend<Situation>();
  expectTypeOf({
    order: 'open',
    attempt: 'none',
    place: 'leaving',
    connection,
  } as const).not.toExtend<Situation>();
  // @ts-expect-error A paid order has no attempt that waits for its result.
  const paid: Situation = { order: 'paid', attempt: 'overdue', place: 'here', connection };
  // @ts-expect-error A row without its place in the table does not compile either.
  const table: typeof screenTable = { ...screenTable, open: { none: screenTable.open.none } };
  const { leaving, ...others } = screenTable.paying.submitted;
  // @ts-expect-error Nor does an attempt that leaves out a place.
  const places: typeof screenTable.paying.submitted = others;
  expectTypeOf<keyof typeof screenTable.paying.submitted>().toEqualTypeOf<Place>();
  expect([paid, table, places, leaving]).toHaveLength(4);
});

test('the page about the screens is up to date (npm run docs)', () => {
  expect(readFileSync(join(import.meta.dirname, '../screens.md'), 'utf8')).toBe(screensPage());
});
