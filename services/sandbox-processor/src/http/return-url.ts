import { ApiError } from './api-error.ts';

/** Checks the address to which the payer returns. It must be absolute, use http or https, and contain no credentials. */
export function checkedReturnUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new ApiError('invalid_request', 'return_url is an absolute http or https URL without credentials.');
  return url.href;
}
