import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import type { TracePosition } from '../../../ports/tracing.ts';

const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

export function positionOf({ traceId, spanId }: SpanContext): TracePosition {
  return `00-${traceId}-${spanId}-01`;
}

/**
 * Reads a position, which can come from the database or from a merchant. Returns undefined if it is not in the form of version
 * 00 of the W3C header `traceparent`.
 */
export function readPosition(position: TracePosition | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(position ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}
