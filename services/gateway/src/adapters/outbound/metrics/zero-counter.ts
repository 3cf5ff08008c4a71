import { Counter, type Registry } from 'prom-client';

/**
 * Creates a counter with one label whose possible values are all known. Each value is exported from zero. If a series began at
 * 1, Prometheus would miss the first increase.
 */
export function zeroCounter<Label extends string>(
  registry: Registry,
  definition: {
    readonly name: string;
    readonly help: string;
    readonly label: Label;
    readonly values: readonly string[];
  },
): Counter<Label> {
  const { name, help, label, values } = definition;
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0);
  return counter;
}
