import {
  AuditHead,
  AuditList,
  AuditListQuery,
  AuditVerification,
  VerifyAuditQuery,
} from '../../audit-log.ts';
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
            changes: [{ object_id: exampleMerchantId, member: 'state', before: 'active', after: 'disabled' }],
          },
        ],
        next: null,
      },
    },
  ],
});

const exampleHead = '42:7a38bf81f383f69433ad6e900d35b3e2385593f76a7b7ab5d4355b8ba41ee24b';

export const showAuditHead = answering({
  ...ofViewer,
  id: 'showAuditHead',
  method: 'GET',
  path: '/admin/audit/head',
  summary: 'Show the head of the audit log',
  description:
    'Returns the last link of the log’s chain. Save it outside the deployment, for example every day. If you pass it to a later verification, that verification also detects whether somebody has rewritten the whole log or removed its end.',
  data: AuditHead,
  errors: [],
  examples: [{ title: 'After 42 records', data: { head: exampleHead } }],
});

export const verifyAuditLog = answering({
  ...ofViewer,
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/admin/audit/verify',
  summary: 'Verify the audit log',
  description:
    'Recomputes the hashes of the log’s chain, 1,000 records a call, and names the first record that was altered, removed or reordered.',
  query: VerifyAuditQuery,
  data: AuditVerification,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'Nothing was changed',
      data: { checked: 42, fault: null, head: exampleHead, unlinked: 0, next: null },
    },
  ],
});

/** Endpoints of the audit log of operators' changes, for `kassa-admin audit`. */
export const auditGroup: EndpointGroup = {
  id: 'operations-audit',
  title: 'Audit log',
  description:
    'A log of who changed what at the operations port, and when. Entries are added and never changed or removed. Each is linked to the one before by a hash.',
  endpoints: [listAuditEntries, showAuditHead, verifyAuditLog],
};
