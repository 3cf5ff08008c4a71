import {
  databaseFaultOf,
  faultOfOpening,
  wrongAddressText,
} from '../adapters/outbound/mongo/database-fault.ts';
import { StartError } from './start-error.ts';

/** Returns the error with which the start ends if the database cannot be opened. */
export function openingError(cause: unknown, mongoUri: string): StartError {
  const fault = faultOfOpening(cause, mongoUri);
  const text =
    wrongAddressText(fault) ??
    `The database that MONGODB_URI names does not let the gateway in: ${fault.reason}. ${fault.advice}`;
  return new StartError(text, { cause });
}

/**
 * Returns the error with which the start ends if it failed after the database was opened. An error of the database becomes a
 * sentence for people. Every other error stays as it is.
 */
export function failedStart(cause: unknown): unknown {
  const fault = databaseFaultOf(cause);
  if (fault === undefined) return cause;
  return new StartError(
    `The database that MONGODB_URI names failed while the gateway was starting: ${fault.reason}. ${fault.advice} ` +
      'Then start the gateway again.',
    { cause },
  );
}
