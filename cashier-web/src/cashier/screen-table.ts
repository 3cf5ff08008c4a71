import type { Messages } from '../i18n/messages.ts';

/**
 * The state table of the cashier: what the page shows in every situation. The screen, its actions and the tests follow from it.
 * A situation that is not in the table does not compile.
 */

/** The state of the payment order, as far as this page knows it. */
export type OrderView =
  /** The page is still requesting the order. */
  | 'unknown'
  /** The gateway refused the payment link. */
  | 'refused'
  /** The order can be paid, and no payment is in progress (state INIT or PAY_FAIL). */
  | 'open'
  /** A payment of the order is in progress (state PAYING). */
  | 'paying'
  /** The order was paid, even if refunded or disputed later (state PAY_SUCCESS, PARTIAL_REFUND, REFUNDED or IN_DISPUTE). */
  | 'paid'
  /** The order's validity has ended (state CLOSE). */
  | 'closed';

/** The page on which the consumer is while a submitted payment is in progress. */
export type Place =
  /** The consumer is on this page. As far as this page knows, the payment does not continue on another page. */
  | 'here'
  /** This page is sending the consumer to the processor's page. */
  | 'leaving'
  /** The page around the cashier's frame forbids leaving, so the processor's page has to open in a new window. */
  | 'held'
  /** The consumer is on the bank's 3-D Secure page, which a dialog shows over this page. */
  | 'bank_dialog'
  /** The processor's page has sent the consumer back to this page. */
  | 'returned'
  /**
   * The consumer is on this page, but has not finished on the processor's page. They used the Back button, reopened the payment
   * link, or opened it on another device.
   */
  | 'unfinished';

/** Lists which attempts are possible in each state of the order, and where the consumer can be during each attempt. */
interface Situations {
  readonly unknown: { readonly none: 'here' };
  readonly refused: { readonly none: 'here' };
  readonly open: {
    readonly none: 'here';
    /** The last attempt failed. */
    readonly failed: 'here';
    /** The order has used up its payment attempts, so the gateway opens no further one. */
    readonly used_up: 'here';
  };
  readonly paying: {
    /** The processor's form on this page is making the payment. */
    readonly confirming: 'here';
    readonly confirming_overdue: 'here';
    /** The form on this page has sent the payment. It is still shown, and its button says what happens. */
    readonly sent: 'here' | 'leaving' | 'bank_dialog';
    /** The attempt is being submitted, or was submitted; its result usually takes seconds. */
    readonly submitted: Place;
    /** The result of the attempt takes longer than usual. */
    readonly overdue: Place;
    /** The page was opened while a payment was pending that may take hours or days, such as a bank transfer. */
    readonly slow: Place;
    /** The consumer pays at a bank or a till, with instructions that every page of the order has. */
    readonly instructed: 'here' | 'held';
  };
  readonly paid: {
    /** The payment has just succeeded in the form on this page. The form's button still shows the success. */
    readonly confirmed: 'here';
    readonly succeeded: 'here';
    /** The payment had succeeded before the consumer opened this page. */
    readonly succeeded_before: 'here';
  };
  readonly closed: { readonly none: 'here' };
}

export type Connection =
  | 'connected'
  /** The device reports that it has no network. The report can be wrong. */
  | 'offline'
  /** The gateway does not answer. */
  | 'unanswered';

/**
 * A situation of the cashier page: the order's state, the attempt, where the consumer is (for example on this page or on the
 * way to the processor's page), and the connection. The state table says what the page shows in each situation.
 */
export type Situation = {
  [Order in OrderView]: {
    [Attempt in keyof Situations[Order]]: {
      readonly order: Order;
      readonly attempt: Attempt;
      readonly place: Situations[Order][Attempt];
      readonly connection: Connection;
    };
  }[keyof Situations[Order]];
}[OrderView];

/** What a screen offers to the consumer. */
export type Action =
  /** The consumer chooses a payment method and fills in its form. */
  | 'choose'
  | 'pay'
  /** The page loads again what could not be loaded. */
  | 'retry'
  /** The consumer goes to the processor's page, where the payment continues. */
  | 'continue'
  /**
   * The consumer goes back to the processor's page. The screen offers this only after four seconds and in small print, because
   * the payment's result usually arrives before that.
   */
  | 'offer_to_continue'
  /** The consumer opens the processor's page in a new window. */
  | 'open_beside'
  /** The consumer cancels the attempt in progress and chooses a payment method again. */
  | 'other_way'
  /** The consumer goes back to the shop (the order's `cancel_url`) without having paid. */
  | 'cancel'
  /** The consumer goes back to the shop (the order's `cancel_url`) when no payment is left to cancel. */
  | 'to_shop'
  /** After the payment, the consumer goes to the order's `redirect_url`. */
  | 'return';

/** The title and the text with which a screen tells the consumer what happens. */
export type ScreenTexts = readonly [title: string, text: string];

/** What the pay button says instead of the amount. */
type ButtonText = (messages: Messages) => string;
type Says = (messages: Messages, merchant: string, amount: string) => ScreenTexts;

export interface ScreenTraits {
  /**
   * The part of the page that shows the screen. A `waiting` screen hides the payment form but keeps it, so that the consumer
   * need not type anything again.
   */
  readonly kind: 'outline' | 'form' | 'waiting' | 'paid' | 'ended';
  readonly mark?: 'time' | 'problem' | 'success';
  readonly actions: readonly Action[];
  readonly says: Says;
  /** What the pay button says while a payment is in progress. */
  readonly button?: ButtonText;
  /** Whether the screen shows the instructions for paying at a bank or a till. */
  readonly instructs?: true;
  /** Whether the screen says by when the result of the payment will be known. */
  readonly saysUntil?: true;
  /**
   * What a screen reader announces when the screen appears: 0 for the screen's title, 1 for its text. Absent if no announcement
   * is needed, for example because the title gets the focus and is read anyway.
   */
  readonly announced?: 0 | 1;
}

const paying: ButtonText = (m) => m.paying;
const processes: Says = (m) => [m.processingTitle, m.processingText];
const takesLong: Says = (m, merchant) => [m.processingTitle, m.processingLong(merchant)];
const thanks: Says = (m, merchant, amount) => [m.paidTitle, m.paidText(amount, merchant)];
const awaits: Says = (m, merchant) => [m.awaitedTitle, m.awaitedText(merchant)];

/** Every screen. */
export const screens = {
  opening: { kind: 'outline', actions: [], says: (m) => [m.loading, ''], announced: 0 },
  unreachable: {
    kind: 'ended',
    mark: 'problem',
    actions: ['retry', 'to_shop'],
    says: (m) => [m.unreachableTitle, m.unreachableText],
  },
  link_invalid: {
    kind: 'ended',
    mark: 'problem',
    actions: ['to_shop'],
    says: (m) => [m.linkInvalidTitle, m.linkInvalidText],
  },

  choosing: { kind: 'form', actions: ['choose', 'pay', 'cancel'], says: (m) => [m.paymentMethod, ''] },
  used_up: {
    kind: 'ended',
    mark: 'problem',
    actions: ['to_shop'],
    says: (m) => [m.notPaidTitle, m.tooManyAttempts],
  },

  confirming: { kind: 'form', actions: [], says: processes, button: paying, announced: 0 },
  confirming_overdue: {
    kind: 'form',
    actions: ['other_way'],
    says: takesLong,
    button: paying,
    announced: 1,
    saysUntil: true,
  },
  processing: { kind: 'waiting', actions: [], says: processes },
  checking: { kind: 'waiting', actions: ['offer_to_continue'], says: processes },
  leaving: {
    kind: 'form',
    actions: [],
    says: (m) => [m.leavingTitle, m.leavingText],
    button: (m) => m.leavingTitle,
    announced: 0,
  },
  held: {
    kind: 'waiting',
    actions: ['open_beside', 'other_way'],
    says: (m) => [m.challenge.challengeTitle, m.openElsewhereText],
  },
  unfinished: {
    kind: 'waiting',
    mark: 'time',
    actions: ['continue', 'other_way', 'cancel'],
    says: (m) => [m.notFinished, m.finishThere],
  },
  overdue: { kind: 'waiting', actions: ['other_way'], says: takesLong, announced: 1, saysUntil: true },
  overdue_elsewhere: {
    kind: 'waiting',
    actions: ['continue', 'other_way'],
    says: takesLong,
    announced: 1,
    saysUntil: true,
  },
  instructions: {
    kind: 'waiting',
    mark: 'time',
    actions: ['continue', 'other_way'],
    says: awaits,
    instructs: true,
    saysUntil: true,
  },
  instructions_held: {
    kind: 'waiting',
    mark: 'time',
    actions: ['open_beside', 'other_way'],
    says: awaits,
    instructs: true,
    saysUntil: true,
  },
  awaited: { kind: 'waiting', mark: 'time', actions: ['other_way'], says: awaits, saysUntil: true },
  awaited_elsewhere: {
    kind: 'waiting',
    mark: 'time',
    actions: ['continue', 'other_way'],
    says: awaits,
    saysUntil: true,
  },

  confirmed: { kind: 'form', mark: 'success', actions: [], says: thanks, button: (m) => m.paidTitle },
  paid: { kind: 'paid', mark: 'success', actions: ['return'], says: thanks },
  already_paid: {
    kind: 'paid',
    mark: 'success',
    actions: ['return'],
    says: (m, merchant) => [m.alreadyPaidTitle, m.alreadyPaidText(merchant)],
  },
  expired: {
    kind: 'ended',
    mark: 'time',
    actions: ['to_shop'],
    says: (m) => [m.expiredTitle, m.expiredText],
  },
} as const satisfies Readonly<Record<string, ScreenTraits>>;

export type Screen = keyof typeof screens;

/** What a row of the table shows. */
export interface Shown {
  readonly screen: Screen;
  /** The message about a lost connection that appears beside the screen's own text; null if there is none. */
  readonly bar: 'offline' | 'reconnecting' | null;
}

type Cell = Readonly<Record<Connection, Shown>>;
type Table = {
  readonly [Order in OrderView]: {
    readonly [Attempt in keyof Situations[Order]]: Situations[Order][Attempt] extends infer At
      ? Readonly<Record<At & Place, Cell>>
      : never;
  };
};

/** An entry of the state table for a screen that shows no message about a lost connection. */
const always = (screen: Screen): Cell => cell(screen, null, null);

/**
 * An entry of the state table for the payment form. Without a network, the form says that the consumer's input is kept. If the
 * device has a network but the gateway does not answer, the form says nothing. In that case, the consumer learns of the failure
 * when they pay.
 */
const form = (screen: Screen): Cell => cell(screen, 'offline', null);

/**
 * An entry of the state table for a screen that waits for the gateway's answer. If the connection is lost, the screen says so,
 * and the page keeps asking.
 */
const wait = (screen: Screen): Cell => cell(screen, 'reconnecting', 'reconnecting');

function cell(screen: Screen, offline: Shown['bar'], unanswered: Shown['bar']): Cell {
  return {
    connected: { screen, bar: null },
    offline: { screen, bar: offline },
    unanswered: { screen, bar: unanswered },
  };
}

/** What the page shows for every combination of the order's state, the attempt, the consumer's place and the connection. */
export const screenTable: Table = {
  unknown: {
    none: { here: { ...always('opening'), unanswered: { screen: 'unreachable', bar: null } } },
  },
  refused: { none: { here: always('link_invalid') } },
  open: {
    none: { here: form('choosing') },
    failed: { here: form('choosing') },
    used_up: { here: always('used_up') },
  },
  paying: {
    confirming: { here: wait('confirming') },
    confirming_overdue: { here: wait('confirming_overdue') },
    sent: { here: wait('confirming'), leaving: wait('leaving'), bank_dialog: wait('confirming') },
    submitted: {
      here: wait('processing'),
      leaving: wait('processing'),
      held: wait('held'),
      bank_dialog: wait('processing'),
      returned: wait('checking'),
      unfinished: wait('unfinished'),
    },
    overdue: {
      here: wait('overdue'),
      // The processor's page does not load.
      leaving: wait('unfinished'),
      held: wait('held'),
      // Do not show the screen `overdue`: the payment takes a long time only because the consumer is still busy in the bank's
      // dialog. The consumer can leave this dialog by closing it.
      bank_dialog: wait('processing'),
      returned: wait('overdue_elsewhere'),
      unfinished: wait('unfinished'),
    },
    slow: {
      here: wait('awaited'),
      leaving: wait('processing'),
      held: wait('held'),
      bank_dialog: wait('processing'),
      returned: wait('awaited_elsewhere'),
      unfinished: wait('unfinished'),
    },
    instructed: { here: wait('instructions'), held: wait('instructions_held') },
  },
  paid: {
    confirmed: { here: always('confirmed') },
    succeeded: { here: always('paid') },
    succeeded_before: { here: always('already_paid') },
  },
  closed: { none: { here: always('expired') } },
};

/** What the page shows in a situation. */
export function shownIn({ order, attempt, place, connection }: Situation): Shown {
  // The type `Situation` guarantees that order, attempt and place fit together. TypeScript cannot deduce this, so casts are
  // necessary.
  const places = (screenTable[order] as Readonly<Record<string, Readonly<Record<Place, Cell>>>>)[attempt];
  return (places as Readonly<Record<Place, Cell>>)[place][connection];
}

/** The name of a row of the state table: order, attempt and place, such as `paying overdue returned`. */
export type RowName = {
  [Order in OrderView]: {
    [Attempt in keyof Situations[Order] &
      string]: `${Order} ${Attempt} ${Situations[Order][Attempt] & string}`;
  }[keyof Situations[Order] & string];
}[OrderView];

const onlyTheSubmittingPage =
  'A page is `slow` only if it was opened while the payment was pending, and only the page that submits a payment leaves or shows the bank’s dialog.';

const alreadySent = 'Only the page whose form has sent the payment leaves or shows the bank’s dialog.';

/**
 * The rows of the state table that no consumer can reach, each with the reason. They have a screen nevertheless, so that the
 * page shows something sensible if a later change makes them reachable.
 */
export const unreachableRows = {
  'paying submitted leaving': alreadySent,
  'paying submitted bank_dialog': alreadySent,
  'paying slow leaving': onlyTheSubmittingPage,
  'paying slow bank_dialog': onlyTheSubmittingPage,
} as const satisfies Partial<Record<RowName, string>>;

export type ReachableRow = Exclude<RowName, keyof typeof unreachableRows>;
