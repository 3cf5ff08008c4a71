import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/**
 * Checks that the SDK's drivers use only what the vendors' declarations contain. Stripe.js itself is served only by Stripe, so
 * only its declarations are available here. To prove that the check works, the test removes each member that the drivers use.
 */
const workspace = join(import.meta.dirname, '..');
const { config } = ts.readConfigFile(join(workspace, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, workspace);
const driver = (name: string) => join(workspace, `src/${name}.ts`);
const host = ts.createCompilerHost(options);
const parsed = new Map<string, ts.SourceFile | undefined>();
/** The program with the vendors' declarations as they are. Programs with changed declarations take over all other files of it. */
const unchanged = new Map<string, ts.Program>();

/** Returns the compiler's errors in a driver after a change of the vendor's declarations. */
function complaints(name: string, vendor: string, change: (declarations: string) => string): string[] {
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (path, language) => {
    if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, language));
    const file = parsed.get(path);
    if (file === undefined || !path.includes(vendor)) return file;
    const text = change(file.text);
    return text === file.text ? file : ts.createSourceFile(path, text, language);
  };
  const files = [driver(name)];
  const program = ts.createProgram(files, options, { ...host, getSourceFile }, unchanged.get(name));
  if (!unchanged.has(name)) unchanged.set(name, program);
  const found = program.getSemanticDiagnostics(program.getSourceFile(driver(name)));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const without = (member: string) => (declarations: string) =>
  declarations.replaceAll(new RegExp(`\\b${member}(?=[(:?<])`, 'g'), `${member}OfBefore`);

test.each([
  ['renderers/processor-element', '@stripe/stripe-js'],
  ['express/mount-express', '@stripe/stripe-js'],
  ['renderers/component-sdk', '@adyen/adyen-web'],
])('%s calls what %s declares', (name, vendor) => {
  expect(complaints(name, vendor, (same) => same)).toEqual([]);
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
])('%s would not compile if %s had no %s', (name, vendor, member) => {
  // Where a call has overloads, the compiler complains of the last one, whose text need not name the member.
  expect(complaints(name, vendor, without(member)).join('\n')).toMatch(
    new RegExp(`\\b${member}\\b|No overload matches`),
  );
});
