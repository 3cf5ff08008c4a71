/** How steps are recorded and sent. This file loads no library, so reading the configuration costs nothing. */
export interface OtlpSettings {
  /** The address to which steps are posted, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** The share of traces that is recorded, from 0 to 1. Used only by the samplers whose names contain `ratio`. */
  readonly ratio: number;
  readonly serviceName: string;
  /** Further facts about this process that are sent to the collector. */
  readonly resource: Readonly<Record<string, string>>;
}

export const samplerNames = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

export type SamplerName = (typeof samplerNames)[number];
