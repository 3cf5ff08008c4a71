import type { Logger } from 'pino';
import type { ChainLink } from '../../domain/operator/audit-chain.ts';
import type { AuditHeadCopies } from '../../ports/audit-head-copies.ts';

/** Writes heads of the audit log to the gateway's log, in the form that `kassa-admin audit verify --head` takes. */
export class LoggedAuditHeads implements AuditHeadCopies {
  readonly #logger: Pick<Logger, 'info'>;

  constructor(logger: Pick<Logger, 'info'>) {
    this.#logger = logger;
  }

  keep({ sequence, hash }: ChainLink): void {
    this.#logger.info({ head: `${sequence}:${hash}` }, 'audit_head');
  }
}
