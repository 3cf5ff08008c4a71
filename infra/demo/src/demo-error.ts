/** Says itself what is wrong and what to do; its stack would only hide that. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
