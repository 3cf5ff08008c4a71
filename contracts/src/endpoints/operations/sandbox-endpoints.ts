import {
  MoveClockRequest,
  SandboxClock,
  SandboxTriggerRequest,
  SandboxTriggerResult,
} from '../../sandbox.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import { exampleOrderId } from '../examples.ts';
import { ofOperator, ofViewer } from './merchant-endpoints.ts';

const exampleDue = {
  at: '2026-11-21T10:00:00.000Z',
  kind: 'order_expiry',
  order_id: exampleOrderId,
  subject_id: exampleOrderId,
} as const;

const exampleClock: SandboxClock = {
  now: '2026-11-21T09:30:00.000Z',
  real_now: '2026-11-21T09:30:00.000Z',
  ahead_seconds: 0,
  next_due_at: exampleDue.at,
  next_due: exampleDue,
  fell_due: null,
};

export const readClock = answering({
  ...ofViewer,
  id: 'readClock',
  method: 'GET',
  path: '/admin/sandbox/clock',
  summary: 'Read the sandbox clock',
  description: 'Returns the sandbox’s business time, real time, and the work that falls due next.',
  data: SandboxClock,
  isSandboxOnly: true,
  errors: [],
  examples: [{ title: 'In step with real time', data: exampleClock }],
});

export const moveClock = taking({
  ...ofOperator,
  id: 'moveClock',
  method: 'POST',
  path: '/admin/sandbox/clock',
  summary: 'Move the sandbox clock forward',
  description:
    'Orders, refunds, webhooks and retention follow the sandbox clock. Request timestamps and nonces stay on real time.',
  body: MoveClockRequest,
  data: SandboxClock,
  isSandboxOnly: true,
  errors: ['INVALID_REQUEST', 'CLOCK_ONLY_FORWARD', 'CLOCK_TOO_FAR_AHEAD', 'NOTHING_DUE', 'WORK_UNDER_WAY'],
  examples: [
    {
      title: 'Past the expiry of an order',
      body: { advance_seconds: 1860 },
      data: {
        now: '2026-11-21T10:01:00.000Z',
        real_now: '2026-11-21T09:30:00.000Z',
        ahead_seconds: 1860,
        next_due_at: null,
        next_due: null,
        fell_due: null,
      },
    },
  ],
});

export const triggerSandboxOfMerchants = taking({
  ...ofOperator,
  id: 'triggerSandboxOfMerchants',
  method: 'POST',
  path: '/admin/sandbox/trigger',
  summary: 'Trigger an event at the sandbox’s processor',
  description: 'Works like `POST /api/merchant/sandbox/trigger`, but for an order of any merchant.',
  body: SandboxTriggerRequest,
  data: SandboxTriggerResult,
  isSandboxOnly: true,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED', 'TRIGGER_NOT_POSSIBLE', 'CHANNEL_ERROR'],
  examples: [
    {
      title: 'A payment succeeds',
      body: { order_id: exampleOrderId, what: 'payment_succeeded' },
      data: { order_id: exampleOrderId, what: 'payment_succeeded', state: 'PAYING' },
    },
  ],
});

/** Endpoints that move the sandbox's clock and trigger events in it, for `kassa-admin clock …` and `trigger`. */
export const operatorSandboxGroup: EndpointGroup = {
  id: 'operations-sandbox',
  title: 'Sandbox clock and triggers',
  description: 'Move business time and trigger events at the processor. Not available in production.',
  endpoints: [readClock, moveClock, triggerSandboxOfMerchants],
};
