import type {
  DueItem as DueItemMessage,
  MoveClockRequest,
  SandboxClock as SandboxClockMessage,
} from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import type {
  ClockMove,
  ClockReading,
  DueItem,
  SandboxClock,
} from '../../../../application/sandbox/sandbox-clock.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';

/** Reads and moves the sandbox's clock, for `kassa-admin clock …`. These paths do not exist in production. */
export function clockRoutes(router: Router, sandboxClock: SandboxClock, audit: AuditTrail): void {
  route(router, endpoints.readClock, async () => presentClock(await sandboxClock.read()));

  route(router, endpoints.moveClock, async ({ ctx, body: details }) => {
    const reading = await audit.change(ctx, { action: 'sandbox.clock', about: [], details }, () =>
      sandboxClock.move(moveOf(details)),
    );
    return presentClock(reading);
  });
}

function moveOf(message: MoveClockRequest): ClockMove {
  if (message.advance_seconds !== undefined) return { kind: 'by', seconds: message.advance_seconds };
  if (message.to !== undefined) return { kind: 'to', moment: new Date(message.to) };
  return { kind: 'to_next_due' };
}

function presentClock({ now, realNow, nextDue, fellDue }: ClockReading): SandboxClockMessage {
  return {
    now: now.toISOString(),
    real_now: realNow.toISOString(),
    ahead_seconds: (now.getTime() - realNow.getTime()) / 1000,
    next_due_at: nextDue?.at.toISOString() ?? null,
    next_due: nextDue && presentDue(nextDue),
    fell_due: fellDue && presentDue(fellDue),
  };
}

function presentDue({ at, kind, orderId, subjectId }: DueItem): DueItemMessage {
  return { at: at.toISOString(), kind, order_id: orderId, subject_id: subjectId };
}

/** Triggers events at the sandbox's processor, for `kassa-admin trigger`. These paths do not exist in production. */
export function triggerRoutes(router: Router, pullTrigger: PullSandboxTrigger, audit: AuditTrail): void {
  route(router, endpoints.triggerSandboxOfMerchants, async ({ ctx, body: { order_id, what } }) => {
    const { order } = await audit.change(
      ctx,
      { action: 'sandbox.trigger', about: [order_id], details: { what } },
      () => pullTrigger.execute(order_id, what, null),
    );
    return { order_id, what, state: order.state };
  });
}
