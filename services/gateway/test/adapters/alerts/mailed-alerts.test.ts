import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertSummaries } from '../../../src/adapters/outbound/alerts/alert-summaries.ts';
import { MailedAlerts, type MailServer } from '../../../src/adapters/outbound/alerts/mailed-alerts.ts';
import { alertKinds } from '../../../src/ports/alerts.ts';
import {
  alertCarrierContract,
  carrierTimeoutMs,
  type OpenCarrier,
  returnFailed,
} from '../../port-contracts/alert-carrier-contract.ts';
import { oneOfEach } from '../../port-contracts/alerts-contract.ts';
import { MailReceiver } from '../../support/mail-receiver.ts';
import { selfSigned } from '../../support/self-signed.ts';

function mailed(port: number, server: Partial<MailServer> = {}, timeoutMs = 20_000): MailedAlerts {
  return new MailedAlerts(
    {
      server: { host: '127.0.0.1', port, encryption: 'none', login: null, ...server },
      from: 'kassa@pay.example',
      to: ['on-call@shop.example', 'payments@shop.example'],
    },
    timeoutMs,
  );
}

const refusal = () => Object.assign(new Error('hidden-user may not send'), { responseCode: 550 });

const open: OpenCarrier = async (behaviour) => {
  const receiver = await MailReceiver.start({
    ...(behaviour === 'refuses' && { onRcptTo: (_address, _session, callback) => callback(refusal()) }),
    ...(behaviour === 'hangs' && { onMailFrom: () => {} }),
  });
  return {
    carrier: mailed(receiver.port, {}, behaviour === 'hangs' ? carrierTimeoutMs : undefined),
    accepted: () => receiver.mails.length,
    stop: async () => {
      await expect.poll(() => receiver.connections, { timeout: 30_000 }).toBe(0);
      await receiver.stop();
    },
  };
};

/** Decodes a body in the encoding quoted-printable (RFC 2045, section 6.7) without its last line break. */
function textOf(body: string): string {
  return decodeURIComponent(body.replaceAll('=\r\n', '').replaceAll('%', '=25').replaceAll('=', '%'))
    .replaceAll('\r\n', '\n')
    .trim();
}

describe('mailed alerts', () => {
  alertCarrierContract(open);

  it('say in the subject and in the text what happened, where, since when, and what to do', async () => {
    const receiver = await MailReceiver.start();
    await mailed(receiver.port).carry(returnFailed);
    const [mail] = receiver.mails;
    expect(mail).toMatchObject({
      from: 'kassa@pay.example',
      to: ['on-call@shop.example', 'payments@shop.example'],
    });
    const [head = '', ...body] = (mail?.source ?? '').split('\r\n\r\n');
    expect(head.split('\r\n')).toContain('Subject: Kassa production, api.pay.example: return_failed');
    expect(head.split('\r\n')).toContain('Auto-Submitted: auto-generated');
    expect(textOf(body.join('\r\n\r\n'))).toBe(
      `A late or second payment could not be returned.

Alert: return_failed
Environment: production
Deployment: https://api.pay.example
Instance: api-1:10040
Raised at: 2026-11-27T03:04:05.000Z
Since: 2026-11-27T02:50:00.000Z
orderId: ord_1
refundId: ref_1

What to do: https://api.pay.example/docs/runbooks/return-failed

5 other alerts of this kind were raised since the previous mail.

The log of the instance has every alert with all its facts.`,
    );
    await receiver.stop();
  });

  it('contain no address of a caller, and no words of errors, processors and merchants', async () => {
    const receiver = await MailReceiver.start();
    const words = { detail: 'hidden', reason: 'hidden', error: new Error('hidden'), network: 'hidden' };
    for (const alert of Object.values(oneOfEach)) {
      const facts = Object.fromEntries(
        Object.entries(alert).map(([name, fact]) => [name, name in words ? words[name as 'detail'] : fact]),
      ) as unknown as typeof alert;
      expect(await mailed(receiver.port).carry({ ...returnFailed, alert: facts })).toBeNull();
    }
    expect(receiver.mails).toHaveLength(alertKinds.length);
    const sources = receiver.mails.map(({ source }) => source).join('\n');
    expect(sources).not.toContain('hidden');
    expect(sources).not.toContain('203.0.113.7');
    await receiver.stop();
  });

  it('say how many of the addresses were refused', async () => {
    const receiver = await MailReceiver.start({
      onRcptTo: ({ address }, _session, callback) =>
        address.startsWith('on-call') ? callback(refusal()) : callback(),
    });
    expect(await mailed(receiver.port).carry(returnFailed)).toBe('1 of 2 addresses refused');
    expect(receiver.mails).toMatchObject([{ to: ['payments@shop.example'] }]);
    await receiver.stop();
  });

  it('have the same summaries as the rules for Prometheus', () => {
    const rules = readFileSync(
      new URL('../../../../../deploy/prometheus/rules.yaml', import.meta.url),
      'utf8',
    );
    for (const [kind, summary] of Object.entries(alertSummaries)) {
      const [, rule] = rules.split(`increase(kassa_alerts_total{kind="${kind}"}`);
      expect(/summary: (.*)/.exec(rule ?? '')?.[1], kind).toBe(summary);
    }
  });
});

describe('a mail server on another machine', () => {
  const { certificate: cert, key } = selfSigned();
  const login = { user: 'kassa', pass: 'hidden password' };
  const withLogin: SMTPServerOptions = {
    authOptional: false,
    authMethods: ['PLAIN'],
    onAuth: (auth, _session, callback) =>
      auth.password === login.pass
        ? callback(null, { user: auth.username ?? '' })
        : callback(Object.assign(new Error('hidden'), { responseCode: 535 })),
  };

  const authorities = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...authorities, cert]));
  afterAll(() => setDefaultCACertificates(authorities));

  it.each([
    ['at once', 'at_once', true],
    ['by STARTTLS', 'by_command', false],
  ] as const)('gets login and mail only over TLS, which begins %s', async (_, encryption, secure) => {
    const receiver = await MailReceiver.start({ ...withLogin, secure, cert, key });
    const carrier = mailed(receiver.port, { host: 'localhost', encryption, login });
    expect(await carrier.carry(returnFailed)).toBeNull();
    expect(receiver.mails).toMatchObject([{ isEncrypted: true, user: 'kassa' }]);
    await receiver.stop();
  });

  it('gets nothing if it offers no TLS', async () => {
    const receiver = await MailReceiver.start({ ...withLogin, disabledCommands: ['STARTTLS'] });
    const carrier = mailed(receiver.port, { encryption: 'by_command', login });
    expect(await carrier.carry(returnFailed)).toMatch(/^ETLS/);
    expect(receiver.mails).toEqual([]);
    await receiver.stop();
  });

  it.each([
    ['at once', 'at_once', true],
    ['by STARTTLS', 'by_command', false],
  ] as const)('gets nothing if its certificate is not trusted (TLS %s)', async (_, encryption, secure) => {
    const other = selfSigned();
    const receiver = await MailReceiver.start({ secure, cert: other.certificate, key: other.key });
    expect(await mailed(receiver.port, { encryption }).carry(returnFailed)).toMatch(
      /^(ESOCKET|ETLS|ECONNECTION)/,
    );
    expect(receiver.mails).toEqual([]);
    await receiver.stop();
  });

  it('refuses a wrong password, and the reason does not show it', async () => {
    const receiver = await MailReceiver.start({ ...withLogin, secure: true, cert, key });
    const wrong = { user: 'kassa', pass: 'hidden wrong password' };
    const carrier = mailed(receiver.port, { encryption: 'at_once', login: wrong });
    expect(await carrier.carry(returnFailed)).toBe('EAUTH, status 535');
    await receiver.stop();
  });

  it('gets no mail if it offers no login', async () => {
    const receiver = await MailReceiver.start({ secure: true, cert, key, disabledCommands: ['AUTH'] });
    const carrier = mailed(receiver.port, { encryption: 'at_once', login });
    expect(await carrier.carry(returnFailed)).toMatch(/^EAUTH/);
    expect(receiver.mails).toEqual([]);
    await receiver.stop();
  });
});
