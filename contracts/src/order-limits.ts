/**
 * Limits of what one payment order holds. An order is stored as one document, so each of its lists has a limit. Together they
 * keep the document below `documentBytes`; a test builds the largest order and measures it.
 */
export const orderLimits = {
  /** The stored document. */
  documentBytes: 1024 * 1024,
  /** Maximum number of payment attempts that the consumer can make. Each decline counts as one. */
  attempts: 10,
  /** Maximum number of attempts in all, including those that no channel opened. */
  openings: 40,
  /**
   * Maximum size of a channel's answer when the gateway opens a payment. The order keeps the whole answer only for the latest
   * attempt.
   */
  openingBytes: 16 * 1024,
  /** Maximum length of the address of a self-built cashier's page to which the consumer returns from a channel's page. */
  addressBytes: 2048,
  /**
   * Maximum number of refunds in the order at which a merchant can still request one. Failed refunds, and refunds that the
   * merchant did not request, count too.
   */
  refunds: 500,
  /**
   * Maximum number of refunds in the order at which an operator can still add one. Operators add repeated returns of a payment,
   * and records of money that went back beyond a refund.
   */
  refundsWithOperators: 520,
  /**
   * Maximum number of refunds, including automatic returns of late and duplicate payments. Each attempt needs at most one such
   * return.
   */
  refundsInAll: 560,
  /**
   * Maximum size of the reasons, remarks and failure messages of all refunds together. Beyond this, the oldest are shortened.
   */
  refundTextBytes: 78 * 1024,
  /**
   * Maximum number of refund IDs that the order claimed, never used and gave up for another order. Only the latest are kept.
   */
  releasedRefundIds: 500,
  /**
   * Maximum number of disputes, identified by their channel's reference. Disputes that appear only in reports set aside for an
   * operator count too.
   */
  disputes: 20,
  /** Maximum number of ended disputes, including results that an operator recorded although the channel did not report them. */
  disputeEnds: 40,
  /** Reports that were set aside. */
  setAside: 100,
  /**
   * Maximum number of reports set aside, including those that the gateway sets aside while it changes the order, for example
   * when the order ends.
   */
  setAsideInAll: 140,
  /** Cases that operators settled. */
  settledCases: 300,
  /**
   * Maximum size of all operators' notes together. Beyond this, the oldest are shortened. The audit log keeps every note whole.
   */
  noteBytes: 48 * 1024,
  /**
   * Maximum number of history entries and of the changes of state in them, counted together. Beyond this, the oldest entries
   * are merged into one.
   */
  historyLines: 500,
  /**
   * Maximum number of events that still wait to be written to the event log. At this number, the order accepts no further
   * change.
   */
  waitingEvents: 32,
  /** Maximum length of the channel's own reference of a payment, refund or dispute. */
  referenceBytes: 128,
  /** A channel's code for a failure. */
  codeBytes: 64,
  /** Maximum length of the message with which a channel explains a failure. Longer ones are shortened. */
  messageBytes: 256,
} as const;
