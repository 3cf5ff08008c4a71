import { Counter, type Registry } from 'prom-client';

/**
 * Creates a counter with one label whose values are all known. Each value is exported from zero, so that Prometheus sees the
 * first increase. If a series began at 1, Prometheus would see no increase.
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
