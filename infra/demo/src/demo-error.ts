/** An error whose message says what is wrong and what to do. Its stack is not shown. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
