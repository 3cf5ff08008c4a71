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

/** The page about the states of an order and its parts, from the tables that the domain moves along. */
export function statesPage(): string {
  return `# States of orders, attempts, refunds, disputes, merchants and accounts at processors

Generated from the transition tables in \`contracts/src/order-states.ts\`, \`attempt-states.ts\`, \`refund-states.ts\`,
\`dispute-states.ts\`, \`merchant-states.ts\` and \`channel-account-states.ts\` (\`npm run docs\`); the domain moves along the
same rows and in no other way.

## Orders

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

From \`expires_at\` on no payment can be begun or submitted. The order is not CLOSE at that very moment, because the
channels cancel first what was opened before: until it is, a payment that was opened in time still counts, also when
the consumer pays it after \`expires_at\`, and its success leads to PAY_SUCCESS.

\`order.payment.failed\` is told for each attempt that failed, and \`order.payment.succeeded\` may still follow. A success
that comes after CLOSE moves nothing: the money is returned by the gateway, and the payment query shows it.

## Attempts

An attempt is one try to pay an order through a channel. Operators see its state; to merchants and consumers the
order’s state is what counts.

${diagram(attemptTransitions, ['OPENING'])}

| State | Meaning |
|---|---|
${attemptStates.map((state) => `| ${state} | ${attemptStateMeanings[state]} |`).join('\n')}

A success that is reported of an attempt that had failed or was abandoned is still taken, because the channel has the
money: it pays the order, or it is returned where the order is closed or paid already.

## Refunds

${diagram(refundTransitions, ['INITIALISED'])}

| Code | State | Holds a part of the amount | Meaning |
|---|---|---|---|
${refundStates
  .map((state) => {
    const reserves = refundReservesAmount[state] ? 'yes' : 'no';
    return `| ${refundStateCodes[state]} | ${state} | ${reserves} | ${refundStateMeanings[state]} |`;
  })
  .join('\n')}

## Disputes

${diagram(disputeTransitions, ['opened'])}

| State | Meaning |
|---|---|
${disputeStates.map((state) => `| ${state} | ${disputeStateMeanings[state]} |`).join('\n')}

An outcome that is reported before its opening opens the dispute and ends it in one change. What contradicts an outcome
is set aside for an operator. How a dispute moves its order stands in the table of orders.

## Merchants

${diagram(merchantTransitions, ['pending', 'active'])}

| State | Meaning |
|---|---|
${merchantStates.map((state) => `| ${state} | ${merchantStateMeanings[state]} |`).join('\n')}

A merchant begins as pending in production and as active in the sandbox. The operator moves it (\`kassa-admin merchant
approve\`, \`disable\`, \`enable\`). A call of one that is not active is answered MERCHANT_DISABLED, once its signature and
address are found right; payments that were begun before come to their end, with their events.

## Accounts at processors

${diagram(channelAccountTransitions, ['active'])}

| State | Meaning |
|---|---|
${channelAccountStates.map((state) => `| ${state} | ${channelAccountStateMeanings[state]} |`).join('\n')}

The operator moves an account (\`kassa-admin channel retire\`, \`enable\`). A retired one at which no payment was ever begun
can be removed.
`;
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
