import { type ErrorName, errorTable } from '@kassa/contracts';
import { InvalidRequestError } from './answer-errors.ts';

/** The error for a request that the SDK refuses before sending it, because the gateway would refuse it. */
export function localRefusal(name: ErrorName, path: string, message: string): InvalidRequestError {
  const { code, whatToDo } = errorTable[name];
  return new InvalidRequestError({
    code: name,
    number: code,
    detail: 'The request was not sent.',
    fields: [{ path, message }],
    retryable: false,
    whatToDo: whatToDo.startsWith('Read `error.fields`') ? '' : whatToDo,
  });
}
