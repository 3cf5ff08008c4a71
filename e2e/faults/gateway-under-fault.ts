import { readConfig, startGateway, stopOnSignals } from '@kassa/gateway';
import { FailGate } from './instance/fail-gate.ts';
import type { GatewayMessage, HarnessMessage } from './instance/fail-points.ts';
import { surroundPorts } from './instance/surround-ports.ts';

/**
 * Runs the real gateway in its own process. Two things differ from production: a gate around its adapters can stop calls, and
 * the harness moves its business clock.
 */

const gate = new FailGate();
let clockOffsetMs = Number(process.env.KASSA_FAULTS_CLOCK_OFFSET_MS ?? 0);

function tell(message: GatewayMessage): void {
  process.send?.(message);
}

function obey(message: HarnessMessage): void {
  switch (message.kind) {
    case 'arm':
      gate.arm(message.order);
      tell({ kind: 'done', id: message.order.id });
      break;
    case 'disarm':
      gate.disarm(message.id);
      tell({ kind: 'done', id: message.id });
      break;
    case 'release':
      gate.release(message.id);
      break;
    case 'set_clock':
      clockOffsetMs = message.offsetMs;
      tell({ kind: 'done', id: message.id });
      break;
  }
}

process.on('message', (message) => obey(message as HarnessMessage));
// End the process when the harness ends. Otherwise the gateway would run for ever.
process.on('disconnect', () => process.exit(1));
// As in production, an error outside any request ends the process and is printed.
process.on('uncaughtException', (error) => {
  console.error('uncaught in the gateway under fault:', error);
  process.exit(70);
});

try {
  const config = readConfig(process.env);
  const gateway = await startGateway(config, {
    around: surroundPorts(gate),
    clock: {
      now: () => new Date(Date.now() + clockOffsetMs),
      realNow: () => new Date(),
    },
  });
  stopOnSignals(gateway, config);
  tell({ kind: 'ready' });
} catch (error) {
  tell({
    kind: 'start_failed',
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  process.exit(1);
}
