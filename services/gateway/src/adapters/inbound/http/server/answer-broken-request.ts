import { CONTRACT_VERSION, errorTable, fail } from '@kassa/contracts';
import { newRequestId } from '../middleware/name-requests.ts';

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are larger than 16 KiB.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive completely in time.',
};

/**
 * Builds the answer to a request that Node.js rejects before any app sees it: bytes that are not HTTP, a request that arrives
 * too slowly, or headers that are too large. The answer has the usual envelope, and closes the connection.
 */
export function answerToBrokenRequest(
  error: NodeJS.ErrnoException,
  headers: Readonly<Record<string, string>>,
): string {
  const requestId = newRequestId();
  const detail = reasons[error.code ?? ''] ?? 'This is not a well-formed HTTP request.';
  const body = JSON.stringify(fail('INVALID_REQUEST', { detail, request_id: requestId }));
  return [
    `HTTP/1.1 ${errorTable.INVALID_REQUEST.httpStatus} Bad Request`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    `X-Contract-Version: ${CONTRACT_VERSION}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}
