import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../../infra/test-run/src/long-test.ts';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { MongoChannelAccounts } from '../../src/adapters/outbound/mongo/mongo-channel-accounts.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { openDatabase } from '../../src/composition/administer-database.ts';
import { accountOf, otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import type { MerchantAccount } from './support/merchant-account.ts';
import { productionVariables } from './support/production-variables.ts';

/** Levels of pino. */
const WARN_LEVEL = 40;
const ERROR_LEVEL = 50;

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
});
afterAll(() => bench.stop());

function start(variables: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  return GatewayProcess.start({ ...bench.main.variables, KASSA_LOG_LEVEL: 'debug', ...variables });
}

async function forgetKeys(): Promise<void> {
  const opened = await openDatabase(bench.main.variables);
  if (opened.kind !== 'opened') throw new Error(opened.message);
  await opened.database.forgetKeys('ann@example.com');
  await opened.database.close();
}

describe('a gateway that a signal stops', () => {
  it.each(firstOf(['SIGTERM', 'SIGINT'] as const))(
    'by %s under load answers every request, logs no error, and ends with 0',
    async (signal) => {
      const gateway = await start();
      const merchant = await bench.onboard();
      const load = Array.from({ length: 16 }, () => createUntilSentAway(merchant));
      const payments = await Promise.all(Array.from({ length: 6 }, () => merchant.openCheckout()));
      for (const payment of payments) await payment.initialised('card');
      const longPoll = payments[0]?.status(25);
      const submissions = payments.slice(1).map((payment) => payment.submitted(cardOf('4242424242424242')));
      await Promise.all(submissions);
      const refund = merchant.refund({ original_transaction_id: 'none', amount: 1 });

      expect(await gateway.terminate(signal)).toBe(0);
      // The waiting page gets the present state as its answer, and its connection is not cut off.
      expect((await longPoll)?.state).toBe('INIT');
      expect((await refund).msg).toBe('ORDER_NOT_FOUND');
      const created = await Promise.all(load);
      expect(created.flatMap(({ failures }) => failures)).toEqual([]);
      expect(created.every(({ count }) => count > 1)).toBe(true);
      expect(gateway.log.filter(({ level }) => level >= ERROR_LEVEL)).toEqual([]);
      expect(gateway.output).not.toMatch(/Error|\bat .*:\d+:\d+/);
    },
    60_000,
  );

  longTest('leaves no recurring duty locked, so that another instance continues immediately', async () => {
    const jobs = bench.database.collection('jobs');
    const isLocked = { lockedAt: { $type: 'date' } } as const;
    for (let times = 0; times < 2; times += 1) {
      const gateway = await start();
      await expect.poll(() => jobs.countDocuments(isLocked), { interval: 5 }).toBeGreaterThan(0);
      expect(await gateway.terminate()).toBe(0);
      expect(await jobs.countDocuments(isLocked)).toBe(0);
    }
  });

  longTest('ends even if one caller holds a connection open and another sends slowly', async () => {
    const gateway = await start({ KASSA_REQUEST_TIMEOUT_SECONDS: '1' });
    const port = Number(bench.main.variables.KASSA_MERCHANT_PORT);
    const silent = connect(port, '127.0.0.1');
    const slow = connect(port, '127.0.0.1');
    for (const socket of [silent, slow]) {
      socket.on('error', () => {});
      await once(socket, 'connect');
    }
    slow.write('POST /api/merchant/payment/create HTTP/1.1\r\nHost: x\r\nContent-Le');
    expect(await gateway.terminate()).toBe(0);
    for (const socket of [silent, slow]) socket.destroy();
  });
});

describe('a gateway that has started', () => {
  let ofProduction: GatewayBench;
  beforeAll(async () => {
    ofProduction = await GatewayBench.start({ isGatewayStarted: false });
  });
  afterAll(() => ofProduction.stop());

  const warnings = ({ log }: GatewayProcess) =>
    log.filter(({ level }) => level >= WARN_LEVEL).map(({ msg }) => msg);

  it('without a channel, as in production, warns that nobody can pay', async () => {
    const gateway = await start({
      ...ofProduction.main.variables,
      KASSA_LOG_LEVEL: 'debug',
      ...productionVariables,
      KASSA_TRUSTED_PROXIES: '1',
    });
    expect(await gateway.terminate()).toBe(0);
    expect(warnings(gateway)).toEqual([
      'there is no payment channel: orders can be created, but nobody can pay them',
    ]);
  });

  longTest('in the sandbox logs no warning', async () => {
    const gateway = await start();
    expect(await gateway.terminate()).toBe(0);
    expect(warnings(gateway)).toEqual([]);
  });

  it('with a key that decrypts no account, after the database has forgotten its keys, names each account, serves by the other channels, and loses nothing', async () => {
    const { MONGODB_URI, KASSA_DATABASE_NAME, KASSA_ENCRYPTION_KEY } = bench.main.variables;
    const connection = await connectDatabase(String(MONGODB_URI), String(KASSA_DATABASE_NAME));
    const formerKey = Buffer.from(String(KASSA_ENCRYPTION_KEY), 'base64');
    const former = new MongoChannelAccounts(connection, new SecretCipher([formerKey]));
    const ofMerchant = accountOf('mer_1', otherStripeMembers('ofTheMerchant1'));
    for (const account of [accountOf(), ofMerchant]) await former.insert(account);

    const otherKey = { KASSA_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const refused = GatewayProcess.run({ ...bench.main.variables, ...otherKey });
    expect(await refused.exitCode()).toBe(1);
    expect(refused.output).toMatch(/^KASSA_ENCRYPTION_KEY has no key of this database\..*forget-keys.*\n$/);
    await forgetKeys();
    const gateway = await start(otherKey);
    const accounts = ['ProcessorA', 'ProcessorA-mer_1'];
    const problem = 'no key of KASSA_ENCRYPTION_KEY decrypts its credentials';
    await expect
      .poll(() => gateway.log.filter(({ level }) => level >= WARN_LEVEL))
      .toMatchObject(accounts.map((channelId) => ({ msg: 'account_unusable', channelId, reason: problem })));
    expect(await bench.metric('kassa_alerts_total{kind="account_unusable"}')).toBe(accounts.length);
    expect((await bench.admin('GET', '/admin/channels')).data).toMatchObject({
      channels: [
        ...accounts.map((channel_id) => ({ channel_id, problem, credentials: {} })),
        { channel_id: 'Sandbox', problem: null },
        { channel_id: 'SandboxVoucher', problem: null },
      ],
    });
    const checkout = await (await bench.onboard()).openCheckout();
    expect((await checkout.initialised('card')).channelType).toBe('Sandbox');
    await checkout.submitted(cardOf('4242424242424242'));
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    // Credentials can be replaced while the gateway runs with the new key. The other accounts stay unchanged, so the former key
    // still decrypts them.
    const rotated = await bench.admin('POST', '/admin/channels/ProcessorA/rotate', {
      credentials: stripeMembers,
    });
    expect(rotated.data).toMatchObject({ problem: null });
    expect(await gateway.terminate()).toBe(0);
    expect(await former.find(ofMerchant.channelId)).toEqual(ofMerchant);
    await connection.close();
    // The other tests start with the former key again.
    await forgetKeys();
  });
});

describe('a gateway that cannot start', () => {
  longTest('because a port is taken says which, and how to take another', async () => {
    const squatter = createServer().listen(Number(bench.main.variables.KASSA_CHECKOUT_PORT), '127.0.0.1');
    await once(squatter, 'listening');
    const gateway = GatewayProcess.run(bench.main.variables);
    expect(await gateway.exitCode()).toBe(1);
    expect(gateway.output).toBe(
      `Port ${bench.main.variables.KASSA_CHECKOUT_PORT} on 127.0.0.1, for the Checkout API and the cashier, is taken by another program. Stop that program, or choose another port with KASSA_CHECKOUT_PORT.\n`,
    );
    squatter.close();
    await once(squatter, 'close');
  });

  it('because the database does not answer says so, without its password', async () => {
    const gateway = GatewayProcess.run({
      ...bench.main.variables,
      MONGODB_URI: 'mongodb://kassa:pass-of-the-database@127.0.0.1:9/',
    });
    expect(await gateway.exitCode()).toBe(1);
    expect(gateway.output).toMatch(/^The database that MONGODB_URI names does not let the gateway in: .+\n$/);
    expect(gateway.output).not.toMatch(/pass-of-the-database|\.ts:/);
  });

  it('because of its configuration names each variable, with form and example, and shows no secret', async () => {
    const gateway = GatewayProcess.run({
      ...bench.main.variables,
      KASSA_MERCHANT_PORT: '99999',
      KASSA_SESSION_KEYS: 'c2hvcnQ=',
      SANDBOX_PROCESSOR_API_KEY: 'short-secret',
    });
    expect(await gateway.exitCode()).toBe(1);
    expect(gateway.output).toMatch(/^The gateway cannot start with this configuration:\n/);
    expect(gateway.output).toContain(
      'KASSA_MERCHANT_PORT has a wrong value. It must be a whole number from 1 to 65535. Example: KASSA_MERCHANT_PORT=10020\n',
    );
    expect(gateway.output).toContain('KASSA_SESSION_KEYS has a wrong value');
    expect(gateway.output).toContain('SANDBOX_PROCESSOR_API_KEY has a wrong value');
    expect(gateway.output).not.toMatch(/short-secret|c2hvcnQ=|\.ts:/);
  });
});

interface Load {
  readonly count: number;
  readonly failures: readonly string[];
}

/** Creates orders one after another until an answer says that the connection ends. A real caller then uses another instance. */
async function createUntilSentAway(merchant: MerchantAccount): Promise<Load> {
  for (let count = 1; ; count += 1) {
    try {
      const merchant_transaction_id = randomBytes(12).toString('hex');
      const { msg, text, headers } = await merchant.create({ merchant_transaction_id });
      if (msg !== 'success') return { count, failures: [text] };
      if (headers.connection === 'close') return { count, failures: [] };
    } catch (error) {
      return { count, failures: [String(error)] };
    }
  }
}
