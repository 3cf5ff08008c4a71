import type { DisputeOutcome } from './ledger-disputes.ts';
import type { Reach } from './ledgers.ts';

/** One event of a story. It has no effect if the order or payment that it concerns does not exist. */
export type Happening =
  | { readonly do: 'create'; readonly order: number; readonly at: number; readonly otherContent: boolean }
  | { readonly do: 'init'; readonly order: number; readonly at: number; readonly method: string }
  | { readonly do: 'submit'; readonly order: number; readonly at: number; readonly card: 'fitting' | 'wrong' }
  /** The consumer gives up the latest attempt, or an earlier one that the page still shows. */
  | {
      readonly do: 'give_up';
      readonly order: number;
      readonly at: number;
      readonly which: 'latest' | 'first';
    }
  | {
      readonly do: 'refund';
      readonly order: number;
      readonly at: number;
      readonly number: number;
      /** Null for the whole rest. */
      readonly percent: number | null;
      readonly currency: string;
    }
  /** Both processes get refund requests with the same refund ID at once, for two orders or twice for one. */
  | {
      readonly do: 'race_refunds';
      readonly orders: readonly [number, number];
      readonly number: number;
      readonly percents: readonly [number | null, number | null];
    }
  /**
   * The process dies after it has accepted the refund and before it sends it. The refund waits until a duty runs or an operator
   * cancels it.
   */
  | {
      readonly do: 'refund_and_die';
      readonly order: number;
      readonly number: number;
      readonly percent: number;
    }
  /** Two tabs of one consumer. */
  | { readonly do: 'race_inits'; readonly order: number }
  | { readonly do: 'race_submissions'; readonly order: number }
  /** One tab gives up the attempt while another tab submits it or gives it up too. */
  | { readonly do: 'race_giving_up'; readonly order: number; readonly other: 'submits' | 'gives_up' }
  /** A consumer opens a dispute while the merchant refunds. */
  | { readonly do: 'race_dispute'; readonly order: number; readonly number: number; readonly percent: number }
  | {
      readonly do: 'conclude_payment';
      readonly pick: number;
      readonly result: 'succeeded' | 'failed' | 'cancelled';
    }
  | { readonly do: 'pay_after_all'; readonly pick: number }
  /** The channel takes a further payment for an attempt, perhaps over a wrong amount. */
  | { readonly do: 'pay_again'; readonly pick: number; readonly moreMinor: number }
  | { readonly do: 'take_wrong_amount'; readonly pick: number }
  | { readonly do: 'fail_to_collect'; readonly pick: number; readonly writtenAs: WrittenReference }
  /** The channel collects money after all that it could not collect. */
  | { readonly do: 'collect_after_all'; readonly pick: number }
  | { readonly do: 'conclude_refund'; readonly pick: number; readonly result: 'succeeded' | 'failed' }
  /** The channel refuses a refund because it has not captured the payment yet. */
  | { readonly do: 'refuse_as_too_early'; readonly pick: number }
  /** The channel returns more than was requested. */
  | { readonly do: 'return_more'; readonly pick: number; readonly percent: number }
  /** The channel makes a refund a second time under the gateway's same ID, with another reference of its own. */
  | { readonly do: 'make_refund_twice'; readonly pick: number }
  /** The money of a refund that was reported as made comes back. */
  | { readonly do: 'undo_refund'; readonly pick: number }
  /** The channel makes a refund again whose money came back. */
  | { readonly do: 'make_refund_again'; readonly pick: number }
  /** Somebody returns money at the processor by hand. */
  | {
      readonly do: 'refund_by_hand';
      readonly pick: number;
      readonly percent: number;
      readonly writtenAs: WrittenReference;
    }
  | {
      readonly do: 'open_dispute';
      readonly pick: number;
      readonly percent: number;
      readonly writtenAs: WrittenReference;
    }
  /** The bank gives back a part of what it took by a lost dispute, or all. */
  | { readonly do: 'give_back'; readonly pick: number; readonly percent: number }
  /** The channel reports an ended dispute as open again. */
  | { readonly do: 'reopen_dispute'; readonly pick: number }
  /** The consumer retries a declined debit, and the channel reports that it is under way. */
  | { readonly do: 'retry_debit'; readonly pick: number }
  /** The bank takes a whole debit back that the channel had reported as paid. */
  | { readonly do: 'take_back_debit'; readonly pick: number }
  | { readonly do: 'resolve_dispute'; readonly pick: number; readonly outcome: DisputeOutcome }
  /** The bank objects to a win, whether or not the gateway has heard of the win. */
  | { readonly do: 'object_again'; readonly pick: number }
  | { readonly do: 'call_back'; readonly pick: number; readonly at: number; readonly which: 'new' | 'any' }
  | { readonly do: 'lose_callback'; readonly pick: number }
  | { readonly do: 'pass'; readonly seconds: number }
  | { readonly do: 'move_clock'; readonly seconds: number }
  /** Moves the clock to a distance from the next midnight, because a day's books end at midnight. */
  | { readonly do: 'pass_midnight'; readonly secondsAfter: number }
  | { readonly do: 'look'; readonly at: number }
  | { readonly do: 'receiver'; readonly answers: ReceiverMood }
  | {
      readonly do: 'channel_mood';
      readonly reach: Reach;
      readonly openings: 'open' | 'refuse';
      readonly submissions: 'pending' | 'challenge' | 'succeed' | 'fail';
      readonly refunds: 'pending' | 'succeed' | 'fail';
    }
  /** The channel starts or stops rejecting refunds before they are sent. */
  | { readonly do: 'channel_busy'; readonly isBusy: boolean }
  | {
      readonly do: 'channel_fault';
      readonly reach: Reach;
      readonly kind: 'unreachable' | 'answer_lost';
      readonly calls: number;
    }
  | {
      readonly do: 'process_fault';
      readonly at: number;
      readonly kind: 'crash' | 'database_failure';
      readonly when: 'before' | 'after';
      readonly callsBefore: number;
      readonly calls: number;
    }
  | OperatorHappening
  | RotationHappening
  /** A process pauses, at once or at one of its next port calls, while the other process continues. */
  | { readonly do: 'pause'; readonly at: number }
  | {
      readonly do: 'pause_at_call';
      readonly at: number;
      readonly when: 'before' | 'after';
      readonly callsBefore: number;
    }
  /** A process pauses while it handles a callback, and a day passes. */
  | {
      readonly do: 'pause_for_a_day';
      readonly at: number;
      readonly pick: number;
      readonly callsBefore: number;
    }
  | { readonly do: 'resume' }
  | { readonly do: 'nothing' };

/** The reference that somebody enters who changes a payment at the processor by hand. */
export type WrittenReference = 'own_id' | 'text' | 'nothing' | 'another_id';

export type ReceiverMood = 'acknowledges' | 'fails' | 'is_silent' | 'is_busy' | 'is_gone';

/** Replaces the keys and callback secrets of a channel's account, or tries to replace the account. */
export type RotationHappening =
  | {
      readonly do: 'rotate';
      readonly channel: 'first' | 'other';
      readonly at: number;
      readonly to: 'same_account' | 'other_account';
      readonly isSecretNew: boolean;
    }
  /** The processor signs with the newest callback secret, whether or not the gateway knows it. */
  | { readonly do: 'sign_anew'; readonly channel: 'first' | 'other' }
  | { readonly do: 'retire_secret'; readonly channel: 'first' | 'other'; readonly at: number };

/** What an operator does by hand. A merchant may do some of it too. */
export type OperatorHappening =
  | { readonly do: 'ask_about_attempt'; readonly order: number; readonly at: number; readonly pick: number }
  | { readonly do: 'cancel_refund'; readonly order: number; readonly at: number; readonly pick: number }
  | { readonly do: 'repeat_return'; readonly at: number; readonly pick: number }
  /** Two operators at once. */
  | { readonly do: 'race_returns'; readonly pick: number }
  /** An operator settles a case as it is now, or as the last list showed it. */
  | {
      readonly do: 'settle_case';
      readonly at: number;
      readonly pick: number;
      readonly isFromEarlierList: boolean;
    }
  /** According to the channel's own record. */
  | {
      readonly do: 'conclude_refund_by_hand';
      readonly at: number;
      readonly pick: number;
      readonly isAmountNamed: boolean;
      /** Whether the operator relies on an earlier look at the channel's record. */
      readonly isFromNotes: boolean;
      /** Whether the operator states that nobody has returned the money by hand. */
      readonly isNotByHand: boolean;
    }
  /** The operator looks at the channel's own record and decides later. */
  | { readonly do: 'look_for_refund'; readonly pick: number }
  /** The operator has returned the money of a refund outside the channel, although the refund was made. */
  | { readonly do: 'record_return_by_hand'; readonly at: number; readonly pick: number }
  /** The operator has returned the money of a refund outside the channel, because the refund waits or has failed. */
  | { readonly do: 'conclude_made_by_hand'; readonly at: number; readonly pick: number }
  | {
      readonly do: 'conclude_dispute_by_hand';
      readonly order: number;
      readonly at: number;
      /** Whether the operator names the outcome that an operator saw before the last command about the dispute. */
      readonly isFromNotes: boolean;
    }
  /** Two operators conclude the same dispute at once. Both have seen the same outcome. */
  | { readonly do: 'race_dispute_conclusions'; readonly order: number }
  /** The operator concludes an open dispute wrongly: the channel will report the opposite. */
  | {
      readonly do: 'misjudge_dispute';
      readonly order: number;
      readonly at: number;
      readonly truth: 'won' | 'lost';
      /** Whether the command takes effect only at the end of the story, when the channel has reported the truth. */
      readonly isLate: boolean;
    }
  /** The operator finds a lost dispute at the channel that the gateway has not heard of. */
  | {
      readonly do: 'record_unreported_loss';
      readonly at: number;
      readonly pick: number;
      readonly isAttemptNamed: boolean;
    }
  /** The operator records that a channel will never collect a payment or, if that is recorded, that it has collected it. */
  | { readonly do: 'write_off'; readonly at: number; readonly pick: number; readonly isPart: boolean }
  | { readonly do: 'resend'; readonly at: number; readonly picks: readonly number[] }
  | { readonly do: 'switch_webhook_on'; readonly at: number }
  /** Reconciles a channel's day, perhaps before the day has ended, while everything else continues. */
  | {
      readonly do: 'reconcile';
      readonly channel: 'first' | 'other';
      readonly at: number;
      readonly daysAgo: number;
    };
