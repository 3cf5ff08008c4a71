/**
 * How much one order holds at most. An order is stored as one document, so each of its lists has a limit, and all of them
 * together stay below `documentBytes` (a test builds the largest order and measures it).
 */
export const orderLimits = {
  /** The stored document. */
  documentBytes: 1024 * 1024,
  /** Payment attempts of the consumer; each decline counts as one. */
  attempts: 10,
  /** All attempts, with those that a channel did not open. */
  openings: 40,
  /** What a channel answers to an opening: only the latest attempt keeps all of it. */
  openingBytes: 16 * 1024,
  /** The page of a self-built cashier to which the consumer returns from a channel's page. */
  addressBytes: 2048,
  /** Refunds that a merchant can ask for, failed ones and those of others included. */
  refunds: 500,
  /** Refunds after which an operator can add none: repeated returns, and records of what went back beyond a refund. */
  refundsWithOperators: 520,
  /** With the returns of late and second payments, one for each attempt. */
  refundsInAll: 560,
  /** Reasons, remarks and failure messages of all refunds. Beyond this, the oldest are shortened. */
  refundTextBytes: 78 * 1024,
  /** Refund IDs that the order released for another order; the latest are kept. */
  releasedRefundIds: 500,
  /** Disputes known by their channel's reference, whether the order follows them or they were set aside. */
  disputes: 20,
  /** Ends of disputes, with what operators recorded beyond a channel's report. */
  disputeEnds: 40,
  /** Reports that were set aside. */
  setAside: 100,
  /** The same, with those that a change of the order itself sets aside, such as its end. */
  setAsideInAll: 140,
  /** Cases that operators settled. */
  settledCases: 300,
  /** Operators' notes. Beyond this, the oldest are shortened; the audit log keeps them whole. */
  noteBytes: 48 * 1024,
  /** Entries of the history and the parts that they touched. Beyond this, the oldest entries become one. */
  historyLines: 500,
  /** Events that wait for the event log. While there are so many, the order does not change. */
  waitingEvents: 32,
  /** A channel's own reference of a payment, refund or dispute. */
  referenceBytes: 128,
  /** A channel's code for a failure. */
  codeBytes: 64,
  /** A channel's words for a failure. Longer ones are shortened. */
  messageBytes: 256,
} as const;
