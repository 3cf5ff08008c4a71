/**
 * Limits of what one payment order holds. An order is stored as one document, so each of its lists has a limit. Together they
 * keep the document below `documentBytes`; a test builds the largest order and measures it.
 */
export const orderLimits = {
  /** The stored document. */
  documentBytes: 1024 * 1024,
  /** Maximum number of times that a consumer can try to pay one order. Declined payments count too. */
  attempts: 10,
  /** Maximum number of payment attempts in one order. Attempts that the gateway could not open at a channel count too. */
  openings: 40,
  /**
   * Maximum size of the answer that a channel gives when the gateway opens a payment there. The order stores this answer whole
   * only for its latest attempt.
   */
  openingBytes: 16 * 1024,
  /** Maximum length of the address to which a consumer returns from a channel's page, if the merchant has its own cashier. */
  addressBytes: 2048,
  /**
   * Merchants can request refunds until an order has this number of them. Failed refunds count too, and so do refunds that
   * operators or the gateway added.
   */
  refunds: 500,
  /**
   * Operators can add refunds until an order has this number of them. They add a refund to return a payment again, or to record
   * that more money went back than the refunds say.
   */
  refundsWithOperators: 520,
  /**
   * Maximum number of refunds in one order. It leaves room for the automatic returns of late and duplicate payments: at most
   * one for each attempt.
   */
  refundsInAll: 560,
  /**
   * Maximum total size of the reasons, remarks and failure messages of all refunds of an order. If they are larger, the oldest
   * texts are shortened.
   */
  refundTextBytes: 78 * 1024,
  /**
   * Maximum number of unused refund IDs that an order stores. An ID is unused if the order reserved it but made no refund with
   * it, and another order took it over. Only the latest IDs are kept.
   */
  releasedRefundIds: 500,
  /**
   * Maximum number of disputes of one order. Disputes are told apart by the channel's ID. A dispute counts even if it is known
   * only from a channel's report that still waits for an operator's decision.
   */
  disputes: 20,
  /**
   * Maximum number of results of disputes that an order stores. Results that an operator recorded without a report from the
   * channel count too.
   */
  disputeEnds: 40,
  /** Reports that were set aside. */
  setAside: 100,
  /**
   * Maximum number of a channel's reports that wait for an operator's decision in one order. It includes reports that the
   * gateway itself sets aside during a change of the order, for example when the order expires.
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
   * Maximum number of an order's history entries plus the changes of state that they hold. Beyond this number, the oldest
   * entries are merged into one.
   */
  historyLines: 500,
  /**
   * Maximum number of an order's events that are not in the event log yet. At this number, the order accepts no further change.
   */
  waitingEvents: 32,
  /** Maximum length of the ID that a channel gives to a payment, refund or dispute. */
  referenceBytes: 128,
  /** A channel's code for a failure. */
  codeBytes: 64,
  /** Maximum length of a channel's message about a failure. Longer messages are shortened. */
  messageBytes: 256,
} as const;
