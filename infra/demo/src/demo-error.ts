/** An error whose message says what is wrong and what to do; the stack is not shown. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
