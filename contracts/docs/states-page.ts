import {
  attemptStateMeanings,
  attemptStates,
  attemptTransitions,
  channelAccountStateMeanings,
  channelAccountStates,
  channelAccountTransitions,
  disputeStateMeanings,
  disputeStates,
  disputeTransitions,
  merchantStateMeanings,
  merchantStates,
  merchantTransitions,
  orderStateCodes,
  orderStateMeanings,
  orderStates,
  orderTransitions,
  refundReservesAmount,
  refundStateCodes,
  refundStateMeanings,
  refundStates,
  refundTransitions,
} from '../src/index.ts';

interface Move {
  readonly from: string;
  readonly cause: string;
  readonly to: string;
}

/**
 * Writes the page of the docs about the states of orders, attempts, refunds, disputes, merchants and accounts. It is generated
 * from the domain's transition tables.
 */
export function statesPage(): string {
  return `# States of orders, attempts, refunds, disputes, merchants and accounts at processors

Generated from the transition tables in \`contracts/src/order-states.ts\`, \`attempt-states.ts\`, \`refund-states.ts\`,
\`dispute-states.ts\`, \`merchant-states.ts\` and \`channel-account-states.ts\` (\`npm run docs\`). The domain allows
exactly these transitions.

${[orders(), attempts(), refunds(), disputes(), merchants(), accounts()].join('\n\n')}
`;
}

function orders(): string {
  return `## Orders

${diagram(orderTransitions, ['INIT'])}

| Code | State | Meaning |
|---|---|---|
${orderStates.map((state) => `| ${orderStateCodes[state]} | ${state} | ${orderStateMeanings[state]} |`).join('\n')}

| From | Cause | To | Event to the merchant |
|---|---|---|---|
${orderTransitions
  .map(({ from, cause, to, emits }) => {
    const event = emits === null ? '—' : `\`${emits}\``;
    return `| ${from} | ${words(cause)} | ${to} | ${event} |`;
  })
  .join('\n')}

After \`expires_at\` no payment can be started or submitted. The order does not become CLOSE immediately, because the
channels first cancel the open attempts. Until then, the consumer can still complete a payment that was opened
before \`expires_at\`, and the order then becomes PAY_SUCCESS.

A channel’s silence alone does not close an order with a submitted payment. The order stays PAYING until the channel reports
the result, at most until \`awaiting_result_until\` in the payment query: 48 hours beyond \`expires_at\` unless the operator
sets another time, and longer for a method whose result takes days. Then the order becomes CLOSE, and an operator gets a case.

\`order.payment.failed\` is sent for each failed attempt, and \`order.payment.succeeded\` may still follow. A success
after CLOSE does not change the state: the gateway returns the money, and the payment query shows the refund.`;
}

function attempts(): string {
  return `## Attempts

An attempt is one try to pay an order through a channel. Operators see its state. For merchants and consumers,
only the order’s state counts.

${diagram(attemptTransitions, ['OPENING'])}

| State | Meaning |
|---|---|
${attemptStates.map((state) => `| ${state} | ${attemptStateMeanings[state]} |`).join('\n')}

A success reported for a failed or abandoned attempt is still accepted, because the channel has the
money. It pays the order, or the gateway returns it if the order is closed or already paid.`;
}

function refunds(): string {
  return `## Refunds

${diagram(refundTransitions, ['INITIALISED'])}

| Code | State | Holds a part of the amount | Meaning |
|---|---|---|---|
${refundStates
  .map((state) => {
    const reserves = refundReservesAmount[state] ? 'yes' : 'no';
    return `| ${refundStateCodes[state]} | ${state} | ${reserves} | ${refundStateMeanings[state]} |`;
  })
  .join('\n')}`;
}

function disputes(): string {
  return `## Disputes

${diagram(disputeTransitions, ['opened'])}

| State | Meaning |
|---|---|
${disputeStates.map((state) => `| ${state} | ${disputeStateMeanings[state]} |`).join('\n')}

If a channel reports a dispute’s outcome before it reports that the dispute was opened, the gateway opens and ends the
dispute in one change. If a report contradicts the recorded outcome, the gateway changes nothing and stores the report for an
operator. The table of orders shows how a dispute moves its order.`;
}

function merchants(): string {
  return `## Merchants

${diagram(merchantTransitions, ['pending', 'active'])}

| State | Meaning |
|---|---|
${merchantStates.map((state) => `| ${state} | ${merchantStateMeanings[state]} |`).join('\n')}

A merchant starts as pending in production and as active in the sandbox. The operator changes its state (\`kassa-admin merchant
approve\`, \`disable\`, \`enable\`). Calls of an inactive merchant are answered MERCHANT_DISABLED, after their signature and
address were verified. Payments already started run to completion, with their events.`;
}

function accounts(): string {
  return `## Accounts at processors

${diagram(channelAccountTransitions, ['active'])}

| State | Meaning |
|---|---|
${channelAccountStates.map((state) => `| ${state} | ${channelAccountStateMeanings[state]} |`).join('\n')}

The operator changes the state of an account (\`kassa-admin channel retire\`, \`enable\`). A retired account
can be removed if no payment was ever started there.`;
}

function diagram(moves: readonly Move[], starts: readonly string[]): string {
  const byWay = new Map<string, string[]>();
  for (const { from, cause, to } of moves) {
    const way = `${from} --> ${to}`;
    byWay.set(way, [...(byWay.get(way) ?? []), words(cause)]);
  }
  const lines = [...byWay].map(([way, causes]) => `  ${way}: ${causes.join(' / ')}`);
  const begins = starts.map((state) => `  [*] --> ${state}`);
  return ['```mermaid', 'stateDiagram-v2', ...begins, ...lines, '```'].join('\n');
}

function words(cause: string): string {
  return cause.replaceAll('_', ' ');
}
