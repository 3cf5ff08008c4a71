import { AuditList, AuditListQuery } from '../../audit-log.ts';
import { answering, type EndpointGroup } from '../endpoint.ts';
import { exampleMerchantId } from '../examples.ts';
import { ofViewer } from './merchant-endpoints.ts';

export const listAuditEntries = answering({
  ...ofViewer,
  id: 'listAuditEntries',
  method: 'GET',
  path: '/admin/audit',
  summary: 'List operators’ changes',
  description:
    'Lists the entries of the audit log in pages, the newest first. The gateway writes an entry before it makes a change. Refused changes have entries too; malformed requests do not.',
  query: AuditListQuery,
  data: AuditList,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'A merchant was switched off',
      data: {
        entries: [
          {
            entry_id: 'aud_019a8f3c2b10_5f2b7c1e9a0d4b6f8c3e1a7d',
            at: '2026-11-21T09:30:00.000Z',
            operator: 'ann',
            address: '10.0.0.7',
            request_id: 'req_5f2b7c1e9a0d4b6f8c3e1a7d',
            action: 'merchant.disable',
            about: [exampleMerchantId],
            details: { note: 'Contract ended' },
            outcome: 'done',
          },
        ],
        next: null,
      },
    },
  ],
});

/** Endpoints of the audit log of operators' changes, for `kassa-admin audit`. */
export const auditGroup: EndpointGroup = {
  id: 'operations-audit',
  title: 'Audit log',
  description:
    'A log of who changed what at the operations port, and when. Entries are added and never removed.',
  endpoints: [listAuditEntries],
};
