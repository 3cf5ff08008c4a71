import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Checks that the SDK's drivers use only what the vendors' declarations contain. Stripe.js itself is served only by Stripe, so
 * only its declarations are available here. The compiler does not check a value whose type is unknown. So the test also proves
 * that each name in a driver leads to the vendor's declaration, without which the driver would not compile.
 */
const workspace = join(import.meta.dirname, '..');
const { config } = ts.readConfigFile(join(workspace, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, workspace);
const driver = (name: string) => join(workspace, `src/${name}.ts`);
const drivers = ['renderers/processor-element', 'express/mount-express', 'renderers/component-sdk'];
const program = ts.createProgram(drivers.map(driver), options);
const checker = program.getTypeChecker();

function sourceOf(name: string): ts.SourceFile {
  const source = program.getSourceFile(driver(name));
  if (!source) throw new Error(`There is no driver ${name}.`);
  return source;
}

/** Returns the compiler's errors in a driver. */
function complaints(name: string): string[] {
  const found = program.getSemanticDiagnostics(sourceOf(name));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** Returns the files in which those members are declared that a driver calls or passes by this name. */
function homesOf(name: string, member: string): string[] {
  const homes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === member) {
      for (const { declarations = [] } of membersAt(node))
        homes.push(...declarations.map((declaration) => declaration.getSourceFile().fileName));
    }
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(name));
  return homes;
}

/** Returns the members that a name in a driver stands for: of the value before it, or of the type of the object around it. */
function membersAt(node: ts.Identifier): ts.Symbol[] {
  const { parent } = node;
  const membersOf = (type: ts.Type | undefined) =>
    (type?.isUnion() ? type.types : [type]).flatMap((kind) => kind?.getProperty(node.text) ?? []);
  // In an object that is passed on, the name means the member that the receiver expects.
  if (
    ts.isObjectLiteralExpression(parent.parent) &&
    ts.isObjectLiteralElementLike(parent) &&
    parent.name === node
  )
    return membersOf(checker.getContextualType(parent.parent));
  if (ts.isBindingElement(parent)) return membersOf(checker.getTypeAtLocation(parent.parent));
  return [checker.getSymbolAtLocation(node) ?? []].flat();
}

test.each(drivers)('%s calls what the vendor’s library declares', (name) => {
  expect(complaints(name)).toEqual([]);
});

test.each([
  ...['elements', 'confirmPayment', 'create', 'submit', 'mount', 'on', 'update', 'clear', 'destroy'].map(
    (member) => ['renderers/processor-element', '@stripe/stripe-js', member] as const,
  ),
  ...[
    'allowedPaymentMethodTypes',
    'captureMethod',
    'paymentMethods',
    'availablePaymentMethods',
    'paymentFailed',
  ].map((member) => ['express/mount-express', '@stripe/stripe-js', member] as const),
  ...['isValid', 'showValidation', 'submit', 'setStatus', 'unmount', 'mount', 'remove'].map(
    (member) => ['renderers/component-sdk', '@adyen/adyen-web', member] as const,
  ),
  ...['onPaymentCompleted', 'onPaymentFailed', 'onError', 'onEnterKeyPressed', 'showPayButton'].map(
    (member) => ['renderers/component-sdk', '@adyen/adyen-web', member] as const,
  ),
])('%s uses what %s declares as %s', (name, vendor, member) => {
  expect(homesOf(name, member).filter((file) => file.includes(vendor))).not.toEqual([]);
});
