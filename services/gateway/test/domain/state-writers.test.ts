import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Checks that each state has only one function that changes it, so that states follow their transition tables. Objects are
 * read-only here, so a state is changed by creating a new object. The tests look at every place in the source that does so.
 */
const source = join(import.meta.dirname, '../../src');

interface StateInObject {
  /** The file and function, such as `domain/refund/refund.ts moveRefund`. */
  readonly place: string;
  /** Whether the state replaces that of a copied object, as in `{ ...order, state }`. */
  readonly isReplaced: boolean;
}

function statesInObjects(): readonly StateInObject[] {
  return globSync('**/*.ts', { cwd: source })
    .toSorted()
    .flatMap((path) => {
      const file = join(source, path);
      return statesIn(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest), path);
    });
}

function statesIn(node: ts.Node, place: string): readonly StateInObject[] {
  const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
  const here = isNamed && node.name && ts.isIdentifier(node.name) ? `${place} ${node.name.text}` : place;
  const found: StateInObject[] = [];
  if (ts.isObjectLiteralExpression(node) && node.properties.some(isState)) {
    found.push({ place: here, isReplaced: node.properties.some(isCopyOfAll) });
  }
  ts.forEachChild(node, (child) => {
    found.push(...statesIn(child, here));
  });
  return found;
}

function isState({ name }: ts.ObjectLiteralElementLike): boolean {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === 'state';
}

/**
 * Whether a property copies a whole object, as `...order` and `...order.dispute` do. A conditional addition such as `...(card
 * && { card })` does not.
 */
function isCopyOfAll(property: ts.ObjectLiteralElementLike): boolean {
  if (!ts.isSpreadAssignment(property)) return false;
  return ts.isIdentifier(property.expression) || ts.isPropertyAccessExpression(property.expression);
}

const found = statesInObjects();

test('in the domain, one place creates each object with its first state, and one place changes that state', () => {
  const inDomain = found.filter(({ place }) => place.startsWith('domain/'));
  expect(inDomain.map(({ place }) => place)).toEqual([
    // What a tombstone keeps of an attempt and a refund. No state changes.
    'domain/archive/tombstone.ts bareAttempt',
    'domain/archive/tombstone.ts bareRefund',
    'domain/attempt/payment-attempt.ts newAttempt',
    'domain/attempt/payment-attempt.ts moveAttempt',
    'domain/channel-account/channel-account.ts newChannelAccount',
    'domain/channel-account/channel-account.ts moveAccount',
    'domain/dispute/dispute.ts newDispute',
    'domain/dispute/dispute.ts moveDispute',
    'domain/merchant/merchant-life.ts moveMerchant',
    'domain/merchant/merchant.ts newMerchant',
    // These milestones are counted. No state changes.
    'domain/order/milestones.ts newState',
    'domain/order/order-transition.ts moveOrder',
    // The event that reports the transition.
    'domain/order/order-transition.ts moveOrder',
    'domain/order/payment-order.ts createOrder',
    // These objects are entries of books for a payment, a refund or a dispute. No state changes.
    'domain/reconciliation/book-comparison.ts',
    'domain/reconciliation/book-comparison.ts',
    'domain/reconciliation/book-comparison.ts findingOf',
    'domain/reconciliation/book-comparison.ts findingOf',
    'domain/reconciliation/own-entry.ts ownEntries',
    'domain/reconciliation/own-entry.ts refundEntry',
    'domain/reconciliation/own-entry.ts disputeEntry',
    'domain/reconciliation/own-entry.ts entriesSetAside',
    'domain/refund/refund.ts newRefund',
    'domain/refund/refund.ts moveRefund',
    // A refusal that names the state.
    'domain/refund/request-refund.ts decideRefund',
  ]);
});

test('nothing outside the domain changes a state', () => {
  const outside = found.filter(({ place, isReplaced }) => isReplaced && !place.startsWith('domain/'));
  expect(outside.map(({ place }) => place)).toEqual([]);
});
