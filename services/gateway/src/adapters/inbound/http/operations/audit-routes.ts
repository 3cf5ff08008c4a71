import type { AuditEntry as AuditEntryMessage } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { AuditChanges } from '../../../../application/operator/audit-changes.ts';
import type { AuditEntry } from '../../../../domain/audit-entry.ts';
import type { InstancesOf } from '../instances-of.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';

export const auditUseCases = { auditChanges: AuditChanges };

/** Serves the audit log of operators' changes, for `kassa-admin audit`. */
export function auditRoutes(router: Router, { auditChanges }: InstancesOf<typeof auditUseCases>): void {
  route(router, endpoints.listAuditEntries, async ({ query: { about = null, after = null, limit } }) => {
    const { entries, next } = await auditChanges.list({ about, after, limit: pageSizeOf(limit) });
    return { entries: entries.map(presentEntry), next };
  });
}

function presentEntry(entry: AuditEntry): AuditEntryMessage {
  return {
    entry_id: entry.entryId,
    at: entry.at.toISOString(),
    operator: entry.operator,
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    about: [...entry.about],
    details: entry.details,
    outcome: entry.outcome,
  };
}
