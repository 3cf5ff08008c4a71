/** One deployment is one environment; environments never share keys, secrets or data. */
export type Environment = 'sandbox' | 'production';
