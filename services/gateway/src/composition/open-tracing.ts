import type { Logger } from 'pino';
import { untraced } from '../adapters/outbound/tracing/untraced.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { GatewayConfig } from './config.ts';

/**
 * Opens the tracing. The libraries of OpenTelemetry are loaded only if traces are recorded, because loading them takes time and
 * memory.
 *
 * @param logger returns the logger, which reports steps that could not be sent. The logger is created later than the tracing,
 *   because its lines name the running step.
 */
export async function openTracing(
  { tracing }: Pick<GatewayConfig, 'tracing'>,
  logger: () => Pick<Logger, 'warn'>,
): Promise<Tracing> {
  if (tracing === null) return untraced;
  const { openOtlpTracing } = await import('../adapters/outbound/tracing/otlp-tracing.ts');
  return openOtlpTracing(tracing, (loss) => logger().warn(loss, 'traces could not be sent'));
}
