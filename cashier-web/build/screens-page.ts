import {
  type Action,
  type Connection,
  type RowName,
  type Screen,
  type Situation,
  screens,
  screenTable,
  shownIn,
  unreachableRows,
} from '../src/cashier/screen-table.ts';

interface Meaning {
  /** What the screen says. */
  readonly message: string;
  /** What the consumer waits for, and when that wait ends at the latest. */
  readonly until: string;
}

const untilResult = 'The result of the payment, until `awaiting_result_until`, which the page names.';
const untilOverdue = 'The result of the payment. After 20 seconds the payment is `overdue`.';
const untilExpiry =
  'Nothing. The order can be paid until `expires_at`, which the page names; it counts down the last three minutes.';
const nothing = 'Nothing.';

/**
 * For developers: what each screen tells the consumer, and what the screen waits for. The words that consumers see are in
 * `messages/`.
 */
const meanings: Readonly<Record<Screen, Meaning>> = {
  opening: {
    message: 'That the order is loading.',
    until: 'The answer of the gateway. Its calls have timeouts; then the screen is `unreachable`.',
  },
  unreachable: {
    message: 'That the order could not be loaded.',
    until: 'The network. The page tries again as soon as it is back, or the consumer looks at the page.',
  },
  link_invalid: {
    message: 'That the link does not work here, and to open it again from the shop.',
    until: nothing,
  },
  choosing: { message: 'The amount, the methods and, after a failure, its reason.', until: untilExpiry },
  used_up: { message: 'That there were too many attempts, and to start again in the shop.', until: nothing },
  confirming: { message: 'On the button: that the payment is being processed.', until: untilOverdue },
  confirming_overdue: {
    message: 'That the payment takes longer than usual, and that the page can be closed.',
    until: untilResult,
  },
  processing: { message: 'That the payment is being processed.', until: untilOverdue },
  checking: {
    message: 'That the payment is being processed; after some seconds, how to continue on the other page.',
    until: untilOverdue,
  },
  leaving: {
    message: 'On the button: that the page is taking them to the next page.',
    until: 'The next page. If it has not come after 20 seconds, the screen is `unfinished`.',
  },
  held: {
    message: 'That the next step opens in a separate window, and to keep this page open.',
    until: 'The consumer, who can continue until `expires_at`.',
  },
  unfinished: {
    message: 'To continue on the other page; if they have finished there, the result appears here.',
    until: 'The consumer, who can continue until `expires_at`.',
  },
  overdue: {
    message: 'That the payment takes longer than usual, and that the page can be closed.',
    until: untilResult,
  },
  overdue_elsewhere: {
    message: 'The same, and how to continue on the other page.',
    until: untilResult,
  },
  instructions: {
    message:
      'The account, the reference and the deadline for paying at a bank or a till, each with a copy button.',
    until: untilResult,
  },
  instructions_held: {
    message: 'The same; the processor’s page opens in a separate window.',
    until: untilResult,
  },
  awaited: {
    message: 'That a transfer can take a while, and that the page can be closed.',
    until: untilResult,
  },
  awaited_elsewhere: { message: 'The same, and how to continue on the other page.', until: untilResult },
  confirmed: {
    message: 'On the button: that the payment was successful.',
    until: 'The receipt. After a moment the screen is `paid`.',
  },
  paid: {
    message: 'What was paid to whom, with a receipt to print.',
    until: 'Nothing. After five seconds the page returns to the shop, unless the consumer stays.',
  },
  already_paid: { message: 'That the order is already paid, with its receipt.', until: nothing },
  expired: {
    message: 'That the time has run out, and that a payment that came too late is returned.',
    until: nothing,
  },
};

const actionNames: Readonly<Record<Action, string>> = {
  choose: 'choose a method',
  pay: 'pay',
  retry: 'try again',
  continue: 'continue on the processor’s page',
  offer_to_continue: 'continue on the processor’s page (offered after some seconds)',
  open_beside: 'open the processor’s page in a new window',
  other_way: 'try another way, which cancels the attempt',
  cancel: 'cancel and go back to the shop',
  to_shop: 'go back to the shop',
  return: 'return to the shop’s `redirect_url`',
};

/** The page about the cashier's screens, generated from the state table. */
export function screensPage(): string {
  return `# What the cashier shows

Generated from \`src/cashier/screen-table.ts\` (\`npm run docs\`). The table names the screen for each situation of the page:
order × attempt × where the consumer is × connection. A situation that is not in it does not compile, and
\`test/browser/screen-walk.test.ts\` walks every row in Chromium: fresh, without a network, reloaded, and from the link on another
device. It also shows every screen in a frame.

## Situations

| Order | Attempt | Where the consumer is | Screen | Without a connection |
|---|---|---|---|---|
${rows().join('\n')}

## Screens

| Screen | What the screen says | What they can do | What they wait for, until when |
|---|---|---|---|
${(Object.keys(screens) as Screen[]).map(screenRow).join('\n')}
`;
}

function rows(): string[] {
  return Object.entries(screenTable).flatMap(([order, attempts]) =>
    Object.entries(attempts).flatMap(([attempt, places]) =>
      Object.keys(places).map((place) => situationRow({ order, attempt, place } as Situation)),
    ),
  );
}

function situationRow(row: Situation): string {
  const { order, attempt, place } = row;
  const shown = (connection: Connection) => shownIn({ ...row, connection });
  const connected = shown('connected');
  const excuse = excuseOf(`${order} ${attempt} ${place}` as RowName);
  const screen = excuse ? `not reached: ${excuse}` : `\`${connected.screen}\``;
  const lost = [
    ...new Set(
      (['offline', 'unanswered'] as const).map((connection) =>
        lostIn(connection, shown(connection), connected.screen),
      ),
    ),
  ];
  return `| ${order} | ${attempt} | ${place} | ${screen} | ${excuse ? '' : lost.filter(Boolean).join('; ')} |`;
}

function excuseOf(row: RowName): string | undefined {
  const excuses: Readonly<Partial<Record<RowName, string>>> = unreachableRows;
  return excuses[row];
}

function lostIn(connection: Connection, { screen, bar }: ReturnType<typeof shownIn>, usual: Screen): string {
  if (screen !== usual) return `${connection}: \`${screen}\``;
  if (bar === null) return '';
  return bar === 'offline' ? 'offline: what was entered stays' : 'the page keeps trying';
}

function screenRow(screen: Screen): string {
  const { message, until } = meanings[screen];
  const actions: readonly Action[] = screens[screen].actions;
  return `| \`${screen}\` | ${message} | ${actions.map((action) => actionNames[action]).join('; ')} | ${until} |`;
}
