import type { SandboxProcessorConfig } from './sandbox-processor.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const prefix = 'SANDBOX_PROCESSOR_';

/**
 * Reads the configuration from the environment variables SANDBOX_PROCESSOR_*. An error names the variable and its expected
 * format.
 */
export function configFromEnvironment(environment: Environment): SandboxProcessorConfig {
  const optional = (name: string): string | undefined => environment[prefix + name] || undefined;
  const required = (name: string, example: string): string => {
    const value = optional(name);
    if (value === undefined) throw new Error(`Set ${prefix}${name}, for example ${example}.`);
    return value;
  };
  const whole = (name: string, usual: number, maximum: number): number => {
    const text = optional(name) ?? String(usual);
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number <= maximum) return number;
    throw new Error(`${prefix}${name} is a whole number from 0 to ${maximum}, for example ${usual}.`);
  };
  const url = (name: string, text: string): string => {
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
    throw new Error(`${prefix}${name} is an http or https URL, for example https://processor.example.`);
  };

  const publicBaseUrl = optional('PUBLIC_BASE_URL');
  const voucherCallbackUrl = optional('VOUCHER_CALLBACK_URL');
  return {
    mongoUri: required('MONGODB_URI', 'mongodb://127.0.0.1:27017'),
    databaseName: optional('DATABASE') ?? 'sandbox_processor',
    host: optional('HOST') ?? '127.0.0.1',
    port: whole('PORT', 10_050, 65_535),
    ...(publicBaseUrl !== undefined && { publicBaseUrl: url('PUBLIC_BASE_URL', publicBaseUrl) }),
    apiKey: required('API_KEY', 'a random text of 32 characters'),
    publicKey: optional('PUBLIC_KEY') ?? 'sbx_pk_sandbox',
    callbackUrl: url('CALLBACK_URL', required('CALLBACK_URL', 'http://127.0.0.1:10020/api/webhook/Sandbox')),
    ...(voucherCallbackUrl !== undefined && {
      voucherCallbackUrl: url('VOUCHER_CALLBACK_URL', voucherCallbackUrl),
    }),
    callbackSecret: required('CALLBACK_SECRET', 'another random text of 32 characters'),
    callbackDelayMs: whole('CALLBACK_DELAY_MS', 300, 86_400_000),
    repeatEvery: whole('REPEAT_EVERY', 5, 1_000_000),
    refundDelayMs: whole('REFUND_DELAY_MS', 500, 86_400_000),
    voucherGraceMs: whole('VOUCHER_GRACE_MS', 3_600_000, 604_800_000),
  };
}
