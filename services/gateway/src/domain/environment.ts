/** Every deployment is either a sandbox or production. The two never share keys, secrets or data. */
export type Environment = 'sandbox' | 'production';
