import type { ChainLink } from '../domain/operator/audit-chain.ts';

/**
 * Copies of the last link of the audit log, outside of the database. Somebody who can write to the database cannot change them,
 * so they show that the log was rewritten or that its end was removed.
 */
export interface AuditHeadCopies {
  keep(head: ChainLink): void;
}
