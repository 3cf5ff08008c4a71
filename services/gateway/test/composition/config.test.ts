import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/index.ts';
import { productionVariables } from '../http/support/production-variables.ts';

const key = randomBytes(32).toString('base64');
const complete = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  KASSA_OPERATIONS_TOKEN: 'operations-token-1',
  KASSA_SESSION_KEYS: key,
  KASSA_ENCRYPTION_KEY: key,
  SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:10050',
  SANDBOX_PROCESSOR_API_KEY: 'processor-api-key-1',
  SANDBOX_PROCESSOR_CALLBACK_SECRET: 'callback-secret-1',
};
const {
  SANDBOX_PROCESSOR_URL: _url,
  SANDBOX_PROCESSOR_API_KEY: _apiKey,
  SANDBOX_PROCESSOR_CALLBACK_SECRET: _callbackSecret,
  ...common
} = complete;
const production = {
  ...common,
  ...productionVariables,
  KASSA_TRUSTED_PROXIES: '1',
};

/**
 * Returns the names of the variables that the configuration error lists. The error must give the format and an example of each.
 */
function namedBy(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...lines] = error.message.split('\n');
    return lines.map((line) => {
      const match =
        /^ {2}([A-Z_]+) (?:is not set|has a wrong value)\. It must be .+\. Example: ([A-Z_]+)=.+$/.exec(line);
      expect(match, line).not.toBeNull();
      expect(match?.[2]).toBe(match?.[1]);
      return match?.[1] ?? '';
    });
  }
}

describe('the configuration', () => {
  it('accepts routes, and names each fault in them with its position, together with all other faults', () => {
    const routes = [
      {
        channel: 'ProcessorA',
        methods: ['card'],
        currencies: ['USD'],
        min_amount: '1',
        max_amount: '500.00',
      },
      { channel: 'Sandbox-mer_1' },
    ];
    expect(readConfig(complete).routes).toEqual([]);
    expect(readConfig({ ...complete, KASSA_ROUTES: JSON.stringify(routes) }).routes).toMatchObject([
      { channel: 'ProcessorA', currencies: ['USD'], minAmount: '1', maxAmount: '500.00' },
      { channel: 'Sandbox-mer_1', methods: null, currencies: null, minAmount: null, maxAmount: null },
    ]);
    const faulty = [{ chanel: 'ProcessorA' }, { channel: 'Sandbox', currencies: ['JPY'], min_amount: '1.5' }];
    const read = (text: string) => () => readConfig({ KASSA_ROUTES: text });
    expect(read(JSON.stringify(faulty))).toThrow(
      /MONGODB_URI is not set.* KASSA_ROUTES has a wrong value.*\n {4}routes\[0\]\.channel is required\n {4}routes\[0\]\.chanel is not a member/s,
    );
    expect(read(JSON.stringify(faulty.slice(1)))).toThrow(
      /\n {4}routes\[0\]\.min_amount is not an exact amount of JPY/,
    );
    expect(read('[{"channel":"ProcessorA","methods":["crad"]}]')).toThrow(
      /\n {4}routes\[0\]\.methods\[0\] crad is not one of card/,
    );
    expect(read('{"channel":')).toThrow(/KASSA_ROUTES has a wrong value\. It must be a JSON array/);
  });

  it('is accepted when it is complete, with the ports and limits of the contract', () => {
    expect(readConfig(complete)).toMatchObject({
      environment: 'sandbox',
      merchantHost: '127.0.0.1',
      checkoutHost: '127.0.0.1',
      operationsHost: '127.0.0.1',
      merchantPort: 10_020,
      checkoutPort: 10_030,
      operationsPort: 10_040,
      merchantRate: { perSecond: 100, burst: 200 },
      checkoutRate: { perSecond: 10, burst: 40 },
      trustedProxies: 0,
    });
    // Slow senders must be cut off within 15 seconds. Node.js checks connections once a second, so the limit itself must be at
    // most 14 seconds.
    expect(readConfig(complete).requestTimeoutMs).toBeLessThanOrEqual(14_000);
  });

  it('gives browsers the same address of the sandbox processor as the gateway’s, unless another is set', () => {
    const { SANDBOX_PROCESSOR_URL } = complete;
    expect(readConfig(complete).sandboxProcessor?.publicUrl).toBe(SANDBOX_PROCESSOR_URL);
    const elsewhere = { ...complete, SANDBOX_PROCESSOR_PUBLIC_URL: 'https://sandbox.example' };
    expect(readConfig(elsewhere).sandboxProcessor).toMatchObject({
      baseUrl: SANDBOX_PROCESSOR_URL,
      publicUrl: 'https://sandbox.example',
    });
  });

  it('of production knows no sandbox, whatever is set', () => {
    expect(readConfig(production)).toMatchObject({ environment: 'production', sandboxProcessor: null });
    expect(readConfig({ ...complete, ...production }).sandboxProcessor).toBeNull();
  });

  it('keeps every key of a rotation, the current one first', () => {
    const older = randomBytes(32).toString('base64');
    const { encryptionKeys } = readConfig({ ...complete, KASSA_ENCRYPTION_KEY: `${key},${older}` });
    expect(encryptionKeys.map((known) => known.toString('base64'))).toEqual([key, older]);
  });

  it.each([
    'mongodb://kassa:pass%40word@a.example:27017,b.example/kassa?replicaSet=rs0&tlsCertificateKeyFilePassword=a@b',
    'mongodb+srv://a.example',
    'mongodb://%2Frun%2Fmongodb-27017.sock/',
    'mongodb://[::1]:27017?w=majority',
  ])('may name the database by %s', (uri) => {
    expect(readConfig({ ...complete, MONGODB_URI: uri }).mongoUri).toBe(uri);
  });

  it('that lacks everything gets one error that names all variables', () => {
    const { KASSA_OPERATIONS_TOKEN: _, ...required } = complete;
    expect(namedBy({})).toEqual(Object.keys(required));
  });

  it.each([
    ['KASSA_ENVIRONMENT', 'staging'],
    ['KASSA_ROLES', 'api,cook'],
    ['MONGODB_URI', 'postgres://127.0.0.1'],
    ['MONGODB_URI', 'mongodb://kassa:pass@word@127.0.0.1:27017/'],
    ['MONGODB_URI', 'mongodb://kassa:pass/word@127.0.0.1:27017/'],
    ['KASSA_DATABASE_NAME', 'a/b'],
    ['KASSA_REGION', 'eu'],
    ['KASSA_MERCHANT_HOST', 'a host'],
    ['KASSA_CHECKOUT_HOST', 'a host'],
    ['KASSA_OPERATIONS_HOST', ''],
    ['KASSA_OPERATIONS_NAMES', 'ops.example:10040'],
    ['KASSA_MERCHANT_PORT', '0'],
    ['KASSA_CHECKOUT_PORT', '65536'],
    ['KASSA_OPERATIONS_PORT', '10040.5'],
    ['KASSA_MERCHANT_PUBLIC_URL', 'ftp://pay.example'],
    ['KASSA_CHECKOUT_PUBLIC_URL', 'https://pay.example/path'],
    ['KASSA_CHECKOUT_PUBLIC_URL', 'https://user@pay.example'],
    ['KASSA_CHECKOUT_PUBLIC_URL', 'https://pay.example/#x'],
    ['KASSA_APPLE_PAY_FILE', '/none'],
    ['KASSA_TRUSTED_PROXIES', 'all'],
    ['KASSA_OPERATIONS_TOKEN', 'short'],
    ['KASSA_SESSION_KEYS', 'not 32 bytes'],
    ['KASSA_SESSION_KEYS', `${key},`],
    ['KASSA_SESSION_KEYS', key.slice(0, -1)],
    ['KASSA_ENCRYPTION_KEY', `${key.slice(0, 20)}!${key.slice(20)}`],
    ['KASSA_STOP_DELAY_SECONDS', '61'],
    ['KASSA_REQUEST_TIMEOUT_SECONDS', '0'],
    ['KASSA_MERCHANT_RATE_PER_SECOND', '-1'],
    ['KASSA_MERCHANT_RATE_BURST', 'many'],
    ['KASSA_CHECKOUT_RATE_PER_SECOND', '0'],
    ['KASSA_CHECKOUT_RATE_BURST', ''],
    ['KASSA_ALERT_WEBHOOK', 'chat.example/hook'],
    ['KASSA_ALERT_WEBHOOK', 'https://kassa:secret@chat.example/hook'],
    ['KASSA_LOG_LEVEL', 'loud'],
    ['KASSA_ROUTES', 'ProcessorA'],
    ['SANDBOX_PROCESSOR_URL', 'processor'],
    ['SANDBOX_PROCESSOR_PUBLIC_URL', 'https://processor.example/path'],
  ])('with %s=%s names it', (variable, value) => {
    expect(namedBy({ ...complete, [variable]: value })).toEqual([variable]);
  });

  it.each([
    ['KASSA_OPERATIONS_TOKEN', '0'.repeat(48)],
    ['KASSA_SESSION_KEYS', Buffer.alloc(32).toString('base64')],
    ['KASSA_ENCRYPTION_KEY', Buffer.alloc(32).toString('base64')],
    ['SANDBOX_PROCESSOR_API_KEY', 'secret0000000000'],
  ])(
    'if a placeholder is configured instead of a secret, the gateway refuses to start, and the error names the setting (fault 67): %s=%s',
    (variable, value) => {
      expect(namedBy({ ...complete, [variable]: value })).toEqual([variable]);
    },
  );

  it.each([
    ['KASSA_MERCHANT_PUBLIC_URL', 'http://api.pay.example'],
    ['KASSA_CHECKOUT_PUBLIC_URL', 'http://pay.example'],
    ['KASSA_CHECKOUT_PUBLIC_URL', 'http://127.0.0.1:10030'],
    ['KASSA_TRUSTED_PROXIES', '0'],
    ['PROCESSOR_A_URL', 'http://127.0.0.1:12111'],
    ['PROCESSOR_B_URL', 'http://127.0.0.1:12111'],
  ])(
    'if a setting is unsafe in production, the gateway refuses to start there, and the error names the setting (fault 67): %s=%s',
    (variable, value) => {
      expect(namedBy({ ...production, [variable]: value })).toEqual([variable]);
    },
  );

  it.each([
    ['KASSA_RESULT_PATIENCE_HUORS', 'KASSA_RESULT_PATIENCE_HOURS'],
    ['KASSA_CONNECTION_PER_ADDRESS', 'KASSA_CONNECTIONS_PER_ADDRESS'],
    ['KASSA_TRUSTED_PROXYS', 'KASSA_TRUSTED_PROXIES'],
    ['KASSA_ALERT_MAIL_SERVR', 'KASSA_ALERT_MAIL_SERVER'],
    ['KASSA_ALERTS_MAIL_TO', 'KASSA_ALERT_MAIL_TO'],
    ['PROCESSOR_A_URI', 'PROCESSOR_A_URL'],
  ])(
    'if the name of a setting is misspelt, the gateway refuses to start, and the error suggests the right name (fault 67): %s, meant as %s',
    (misspelt, meant) => {
      expect(() => readConfig({ ...complete, [misspelt]: '1' })).toThrow(
        new RegExp(`:\n  ${misspelt} does not exist\\. Do you mean ${meant}\\?$`),
      );
    },
  );

  describe('with secrets in files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kassa-secrets-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const write = (name: string, content: string): string => {
      const file = join(folder, name);
      writeFileSync(file, content);
      return file;
    };
    const secrets = [
      'MONGODB_URI',
      'KASSA_OPERATIONS_TOKEN',
      'KASSA_SESSION_KEYS',
      'KASSA_ENCRYPTION_KEY',
      'SANDBOX_PROCESSOR_API_KEY',
      'SANDBOX_PROCESSOR_CALLBACK_SECRET',
    ] as const;

    it('is read like one with the secrets themselves', () => {
      const files = secrets.map((name) => [`${name}_FILE`, write(name, `${complete[name]}\n`)]);
      const { SANDBOX_PROCESSOR_URL } = complete;
      expect(readConfig({ SANDBOX_PROCESSOR_URL, ...Object.fromEntries(files) })).toEqual(
        readConfig(complete),
      );
    });

    it.each(secrets)('is refused if %s is set too, and names both variables', (name) => {
      const file = write(name, complete[name]);
      expect(() => readConfig({ ...complete, [`${name}_FILE`]: file })).toThrow(
        new RegExp(`:\n  ${name} and ${name}_FILE are both set\\. Set only one of them\\.$`),
      );
    });

    it.each([
      ['is missing', '/none/secret'],
      ['is a folder', folder],
      ['is empty', write('empty', '')],
      ['contains no such secret', write('short', 'short-secret\n')],
    ])('is refused if the file %s, without what is in it', (_, file) => {
      const { KASSA_OPERATIONS_TOKEN: _token, ...others } = complete;
      const variables = { ...others, KASSA_OPERATIONS_TOKEN_FILE: file };
      expect(namedBy(variables)).toEqual(['KASSA_OPERATIONS_TOKEN_FILE']);
      expect(() => readConfig(variables)).not.toThrow('short-secret');
    });
  });

  it('needs no token if all operators have their own tokens', () => {
    const { KASSA_OPERATIONS_TOKEN: _, ...without } = complete;
    expect(readConfig(without).operationsToken).toBeNull();
  });

  it('ignores the variables of other programs, and those that Kubernetes adds', () => {
    const others = {
      KASSA_OPERATIONS_URL: 'http://127.0.0.1:10040',
      KASSA_OPERATOR: 'ann',
      KASSA_MERCHANT_ID: 'mer_1',
      KASSA_SHOP_PORT: '10060',
      KASSA_OPERATIONS_SERVICE_HOST: '10.0.0.7',
      KASSA_OPERATIONS_PORT_10040_TCP_ADDR: '10.0.0.7',
      SANDBOX_PROCESSOR_PORT: '10050',
    };
    expect(readConfig({ ...complete, ...others })).toEqual(readConfig(complete));
  });

  it('of production is refused without public addresses', () => {
    expect(namedBy({ ...common, KASSA_ENVIRONMENT: 'production' })).toEqual([
      'KASSA_MERCHANT_PUBLIC_URL',
      'KASSA_CHECKOUT_PUBLIC_URL',
      'KASSA_TRUSTED_PROXIES',
    ]);
  });

  it('of production needs no proxy if the gateway has its own certificate', () => {
    const files = { KASSA_TLS_CERTIFICATE_FILE: '/tls.crt', KASSA_TLS_KEY_FILE: '/tls.key' };
    const { KASSA_TRUSTED_PROXIES: _, ...withoutProxy } = production;
    expect(readConfig({ ...withoutProxy, ...files })).toMatchObject({
      trustedProxies: 0,
      certificateFiles: { certificate: '/tls.crt', key: '/tls.key' },
    });
  });

  it.each([
    ['KASSA_TLS_CERTIFICATE_FILE', 'KASSA_TLS_KEY_FILE'],
    ['KASSA_TLS_KEY_FILE', 'KASSA_TLS_CERTIFICATE_FILE'],
  ])('with %s needs %s too', (given, missing) => {
    expect(namedBy({ ...complete, [given]: '/tls.pem' })).toEqual([missing]);
  });

  it('of a sandbox with a certificate has public addresses that begin with https', () => {
    const files = { KASSA_TLS_CERTIFICATE_FILE: '/tls.crt', KASSA_TLS_KEY_FILE: '/tls.key' };
    expect(readConfig({ ...complete, ...files })).toMatchObject({
      merchantPublicUrl: 'https://127.0.0.1:10020',
      checkoutPublicUrl: 'https://127.0.0.1:10030',
    });
  });
});

describe('the variables of OpenTelemetry', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  const tracingOf = (variables: Readonly<Record<string, string>>) =>
    readConfig({ ...complete, ...variables }).tracing;

  it('switch traces on only if one names a collector', () => {
    expect(tracingOf({})).toBeNull();
    expect(tracingOf({ OTEL_SERVICE_NAME: 'kassa', OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBeNull();
    expect(tracingOf(endpoint)).toEqual({
      url: 'http://collector:4318/v1/traces',
      headers: {},
      serviceName: 'kassa-gateway',
      sampler: 'parentbased_always_on',
      ratio: 1,
      resource: {},
    });
  });

  it('are read as OpenTelemetry defines them', () => {
    expect(
      tracingOf({
        ...endpoint,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi%3D, x-scope-orgid = kassa',
        OTEL_SERVICE_NAME: 'kassa-api',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.namespace=shop',
      }),
    ).toEqual({
      url: 'https://traces.example/otlp',
      headers: { authorization: 'Basic YTpi=', 'x-scope-orgid': 'kassa' },
      serviceName: 'kassa-api',
      sampler: 'parentbased_traceidratio',
      ratio: 0.05,
      resource: { 'deployment.environment.name': 'production', 'service.namespace': 'shop' },
    });
  });

  it('are named if they are wrong or misspelt, even while traces are off, and without the secret', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization: Bearer token-of-the-collector',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '5%',
      OTEL_RESOURCE_ATTRIBUTES: 'region=%zz',
    };
    expect(namedBy({ ...complete, ...wrong }).toSorted()).toEqual(Object.keys(wrong).sort());
    expect(() => readConfig({ ...complete, ...wrong })).not.toThrow(/token-of-the-collector/);
    expect(() => readConfig({ ...complete, OTEL_EXPORTER_OTLP_ENDPIONT: 'http://collector:4318' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPIONT does not exist. Do you mean OTEL_EXPORTER_OTLP_ENDPOINT?',
    );
  });
});
