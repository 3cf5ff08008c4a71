import type { ErrorInfo, ErrorName } from '@kassa/contracts';

/** The refusal of a request. */
export class Refusal extends Error {
  readonly code: ErrorName;
  readonly info: Partial<ErrorInfo>;
  constructor(code: ErrorName, info: Partial<ErrorInfo> = {}) {
    super(code);
    this.code = code;
    this.info = info;
  }
}

export function refuse(code: ErrorName): never {
  throw new Refusal(code);
}

export function invalid(path: string, message: string): Refusal {
  return new Refusal('INVALID_REQUEST', { fields: [{ path, message }] });
}
