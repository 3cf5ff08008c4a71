import { faultCodeOf } from './fault-code.ts';

/**
 * Says in words why a call had no answer, with the error's code in parentheses; undefined if the error has no code. The words
 * complete a sentence about the processor. They never quote the request, which can contain a card number.
 */
export function faultTextOf(error: unknown): string | undefined {
  const code = faultCodeOf(error);
  return code === undefined ? undefined : `${wordsFor(code)} (${code})`;
}

function wordsFor(code: string): string {
  const known = wordsByCode[code];
  if (known !== undefined) return known;
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'it did not answer in time';
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)) return 'its certificate is not trusted';
  if (/SSL|TLS|EPROTO/.test(code)) return 'it does not speak TLS as expected';
  return 'it cannot be reached';
}

const wordsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection without an answer',
  EPIPE: 'it closed the connection without an answer',
  UND_ERR_SOCKET: 'it closed the connection without an answer',
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'no name server answers',
  EHOSTUNREACH: 'no network leads to it',
  ENETUNREACH: 'no network leads to it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

/** Says that a processor answered with an HTTP status that has no further meaning for the gateway. */
export function statusText(status: number): string {
  return `it answered with HTTP status ${status}`;
}
