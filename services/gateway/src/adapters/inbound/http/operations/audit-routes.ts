import {
  type AuditEntry as AuditEntryMessage,
  type AuditList,
  AuditListQuery,
  compileValidator,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListAuditEntries } from '../../../../application/operator/list-audit-entries.ts';
import type { AuditEntry } from '../../../../domain/audit-entry.ts';
import { pageSizeOf } from '../page-size.ts';
import { orInvalid, queryOf } from '../request-reading.ts';

const readListQuery = compileValidator(AuditListQuery);

/** What operators have changed, for `kassa-admin audit`. */
export function auditRoutes(router: Router, listAuditEntries: ListAuditEntries): void {
  router.get('/audit', async (ctx) => {
    const { about = null, after = null, limit } = orInvalid(readListQuery(queryOf(ctx)));
    const { entries, next } = await listAuditEntries.execute({ about, after, limit: pageSizeOf(limit) });
    ctx.body = succeed<AuditList>({ entries: entries.map(presentEntry), next });
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
