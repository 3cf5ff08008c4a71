import type { GatewayVersion } from './gateway-version.ts';

/** Where a benchmark runs. */
export interface BenchPlace {
  readonly uri: string;
  /** The names of the benchmark's databases begin with this prefix. The name of no other database does. */
  readonly name: string;
  /** The versions of the gateway to measure; this version comes first. */
  readonly versions: readonly GatewayVersion[];
  /** The share of the usual number of calls that a round makes. Use a smaller share for short runs on a busy machine. */
  readonly size: number;
}

/** Returns how many calls a round makes, if it usually makes `usual` calls. */
export function sized({ size }: BenchPlace, usual: number): number {
  return Math.max(Math.round(usual * size), 1);
}

/** The name of a subject's own database. */
export function databaseOf({ name }: BenchPlace, subject: string): string {
  return `${name}_${subject}`;
}
