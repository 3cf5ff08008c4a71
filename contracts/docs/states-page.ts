import {
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

/** The page about the states of orders and refunds, from the tables that the domain moves along. */
export function statesPage(): string {
  return `# States of orders and refunds

Generated from the transition tables in \`contracts/src/order-states.ts\` and \`contracts/src/refund-states.ts\`
(\`npm run docs\`); the domain moves along the same rows and in no other way.

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
