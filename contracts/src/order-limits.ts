/**
 * Limits of what one payment order holds. An order is stored as one document, so each of its lists has a limit. Together they
 * keep the document below `documentBytes`; a test builds the largest order and measures it.
 */
export const orderLimits = {
  /** The stored document. */
  documentBytes: 1024 * 1024,
  /** Maximum number of times that a consumer can try to pay one order. Declined payments count too. */
  attempts: 10,
  /** Maximum number of payment attempts in one order. Attempts that no channel opened count too. */
  openings: 40,
  /**
   * Maximum size of the answer that a channel gives when the gateway opens a payment there. The order stores this answer whole
   * only for its latest attempt.
   */
  openingBytes: 16 * 1024,
  /** If the merchant has its own cashier: maximum length of the address to which a consumer returns from a channel's page. */
  addressBytes: 2048,
  /**
   * Merchants can request refunds until an order has this number of refunds. Failed refunds count too, and so do refunds that
   * operators or the gateway added.
   */
  refunds: 500,
  /**
   * Operators can add refunds until an order has this number of refunds. They add one to repeat the return of a payment, or to
   * record that more money was returned than the existing refunds show.
   */
  refundsWithOperators: 520,
  /**
   * Maximum number of refunds in one order. It is higher than `refundsWithOperators`, to leave room for automatic returns of
   * late and duplicate payments, at most one for each attempt.
   */
  refundsInAll: 560,
  /**
   * Maximum number of times, over all refunds of an order, that the channel can refuse a refund because it has not captured the
   * payment yet. After that, one more such refusal makes the refund fail.
   */
  earlyRefusals: 40,
  /**
   * Maximum total size of the reasons, remarks and failure messages of all refunds of an order. If they are larger, the oldest
   * texts are shortened.
   */
  refundTextBytes: 56 * 1024,
  /**
   * Maximum number of refund IDs that an order remembers after it lost them to other orders. An order can lose an ID that it
   * reserved but never used for a refund. Remembering the latest lost IDs is enough, because a late call that still relies on
   * such a reservation ends within seconds.
   */
  releasedRefundNumbers: 100,
  /**
   * Maximum number of disputes of one order, each with its own ID at the channel. A dispute also counts if the gateway knows it
   * only from a report that still waits for an operator's decision.
   */
  disputes: 20,
  /**
   * Maximum number of results of disputes that an order stores. Results that an operator recorded without a report from the
   * channel count too.
   */
  disputeEnds: 40,
  /**
   * Maximum number of channels' reports that contradict an order and that the order stores for an operator. This limit applies
   * to a change that only stores a report. Any other change, such as closing the order, can exceed it, up to `setAsideInAll`.
   */
  setAside: 100,
  /**
   * Maximum number of channels' reports that contradict an order and that the order stores for an operator. It is higher than
   * `setAside`, to leave room for reports that are stored together with another change of the order, for example when the order
   * expires.
   */
  setAsideInAll: 140,
  /** Cases that operators settled. */
  settledCases: 300,
  /**
   * Maximum total size of the notes that operators wrote about an order. If they are larger, the oldest notes are shortened in
   * the order. The audit log keeps the whole text of every note.
   */
  noteBytes: 48 * 1024,
  /**
   * Maximum length of an order's history: the number of its entries plus the number of state changes in them. If a history is
   * longer, its oldest entries are merged.
   */
  historyLines: 300,
  /**
   * Maximum number of an order's events that are not in the event log yet. At this number, the order accepts no further change.
   */
  waitingEvents: 32,
  /** Maximum length of the ID that a channel gives to a payment, refund or dispute. */
  referenceBytes: 128,
  /** Maximum length of the address of a dispute's page in the processor's dashboard. A longer one is left out. */
  linkBytes: 512,
  /** Maximum length of a channel's code for a failure or for the reason of a dispute. */
  codeBytes: 64,
  /** Maximum length of a channel's message about a failure. Longer messages are shortened. */
  messageBytes: 256,
} as const;
