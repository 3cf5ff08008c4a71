/** A start that failed for a reason that people can mend: the message says how, a stack would only hide it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
