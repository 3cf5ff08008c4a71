/** One deployment is one environment; keys, secrets and data are never shared between them. */
export type Environment = 'sandbox' | 'production';
