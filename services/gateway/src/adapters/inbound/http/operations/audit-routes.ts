import type {
  AuditEntry as AuditEntryMessage,
  AuditFault as AuditFaultMessage,
  ChangedMember,
} from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { AuditChanges } from '../../../../application/operator/audit-changes.ts';
import { VerifyAuditLog } from '../../../../application/operator/verify-audit-log.ts';
import type { AuditEntry } from '../../../../domain/audit-entry.ts';
import type { ChainFault, ChainLink } from '../../../../domain/operator/audit-chain.ts';
import type { InstancesOf } from '../instances-of.ts';
import { pageSizeOf } from '../request-reading.ts';
import { route } from '../route.ts';

export const auditUseCases = { auditChanges: AuditChanges, verifyAuditLog: VerifyAuditLog };

/** Serves the audit log of operators' changes, for `kassa-admin audit`. */
export function auditRoutes(
  router: Router,
  { auditChanges, verifyAuditLog }: InstancesOf<typeof auditUseCases>,
): void {
  route(router, endpoints.listAuditEntries, async ({ query: { about = null, after = null, limit } }) => {
    const { entries, next } = await auditChanges.list({ about, after, limit: pageSizeOf(limit) });
    return { entries: entries.map(presentEntry), next };
  });

  route(router, endpoints.showAuditHead, async () => ({ head: presentLink(await verifyAuditLog.head()) }));

  route(router, endpoints.verifyAuditLog, async ({ query: { after = '0', exported_head: exported } }) => {
    const [sequence = '', hash = ''] = exported?.split(':') ?? [];
    const link = exported === undefined ? null : { sequence: Number(sequence), hash };
    const { checked, fault, head, next, unlinked } = await verifyAuditLog.execute(Number(after), link);
    return { checked, fault: fault && presentFault(fault), head: presentLink(head), next, unlinked };
  });
}

function changesOf({ before, after }: AuditEntry): ChangedMember[] {
  const objectIds = new Set([before, after].flatMap((snapshot) => Object.keys(snapshot ?? {})));
  return [...objectIds].flatMap((objectId) => {
    const [earlier = {}, later = {}] = [before?.[objectId], after?.[objectId]];
    return [...new Set([earlier, later].flatMap(Object.keys))].map((member) => ({
      object_id: objectId,
      member,
      before: earlier[member] ?? null,
      after: later[member] ?? null,
    }));
  });
}

function presentLink(link: ChainLink | null): string | null {
  return link && `${link.sequence}:${link.hash}`;
}

function presentFault({ sequence, recordId, kind }: ChainFault): AuditFaultMessage {
  return { sequence, record_id: recordId, kind };
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
    changes: changesOf(entry),
  };
}
