import { createRequire } from 'node:module';
import { getSystemErrorName } from 'node:util';
import type { Alert } from '../../../ports/alerts.ts';
import type { AlertCarrier, AlertNotice } from './alert-notice.ts';
import { alertSummaries } from './alert-summaries.ts';

const TIMEOUT_MS = 20_000;
const require = createRequire(import.meta.url);

export interface MailSettings {
  readonly server: MailServer;
  readonly from: string;
  readonly to: readonly string[];
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * `at_once`: the connection begins with TLS. `by_command`: it begins in clear text, and nothing else is sent before STARTTLS.
   * `none`: the server runs on this machine.
   */
  readonly encryption: 'at_once' | 'by_command' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | null;
}

/**
 * Sends alerts as e-mail. A mail contains neither personal data nor secrets, because it is stored on other people's servers.
 */
export class MailedAlerts implements AlertCarrier {
  readonly setting = 'KASSA_ALERT_MAIL_SERVER';
  readonly counter = {
    name: 'kassa_alert_mails_total',
    help: 'Alerts for the addresses in KASSA_ALERT_MAIL_TO, by what became of them.',
  };
  readonly most = 3;
  readonly windowMs = 600_000;
  readonly #settings: MailSettings;
  readonly #timeoutMs: number;
  readonly #transport: ReturnType<typeof open>;

  constructor(settings: MailSettings, timeoutMs = TIMEOUT_MS) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    this.#transport = open(settings.server);
  }

  async carry(notice: AlertNotice): Promise<string | null> {
    const { from, to } = this.#settings;
    try {
      const { rejected } = await this.#transport.sendMail({
        from,
        to: [...to],
        subject: subjectOf(notice),
        text: textOf(notice),
        // Tells the receiver's server not to send an out-of-office reply (RFC 3834, section 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return rejected.length === 0 ? null : `${rejected.length} of ${to.length} addresses refused`;
    } catch (error) {
      return this.#reasonOf(error);
    }
  }

  /** An error's message can contain addresses and the server's own words. So the reason consists only of the error's codes. */
  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return 'unknown';
    if (error.name === 'TimeoutError' || error.name === 'AbortError') {
      return `no answer within ${this.#timeoutMs / 1_000} s`;
    }
    if ('errno' in error && typeof error.errno === 'number') return getSystemErrorName(error.errno);
    const code = 'code' in error ? String(error.code) : error.name;
    const status = 'responseCode' in error && error.responseCode !== undefined;
    return status ? `${code}, status ${String(error.responseCode)}` : code;
  }
}

/** Without a pool, each mail is sent over a separate connection, which is closed after the mail. */
function open({ host, port, encryption, login }: MailServer) {
  // The library is loaded only here, so that it uses no memory in a gateway that sends no mail.
  const { createTransport } = require('nodemailer') as typeof import('nodemailer');
  return createTransport({
    host,
    port,
    secure: encryption === 'at_once',
    requireTLS: encryption === 'by_command',
    ignoreTLS: encryption === 'none',
    // By default, the library sends the mail without a login if the server offers none. With `forceAuth`, it fails instead.
    ...(login !== null && { auth: login, forceAuth: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

type FactName = Alert extends infer Each ? (Each extends Alert ? Exclude<keyof Each, 'kind'> : never) : never;

/**
 * Whether a mail may contain this fact of an alert. A mail may contain IDs, numbers and the gateway's own names. It may not
 * contain other people's words, error messages and addresses, because these can contain anything.
 */
const isMailed: Readonly<Record<FactName, boolean>> = {
  orderId: true,
  orderIds: true,
  attemptId: true,
  refundId: true,
  eventId: true,
  merchantId: true,
  channelId: true,
  reference: true,
  origin: true,
  date: true,
  counts: true,
  silentSeconds: true,
  duty: true,
  item: true,
  nextTryAt: true,
  sign: true,
  declines: true,
  withinSeconds: true,
  what: true,
  refused: true,
  detail: false,
  reason: false,
  error: false,
  result: false,
  network: false,
  address: false,
};

function subjectOf({ alert, from }: AlertNotice): string {
  return `Kassa ${from.environment}, ${new URL(from.deploymentUrl).host}: ${alert.kind}`;
}

function textOf({ alert, from, runbook, at, since, leftOut }: AlertNotice): string {
  const facts = Object.entries(alert).filter(([name]) => isMailed[name as FactName]);
  const lines: readonly (readonly [string, string])[] = [
    ['Alert', alert.kind],
    ['Environment', from.environment],
    ['Deployment', from.deploymentUrl],
    ['Instance', from.instance],
    ['Raised at', at.toISOString()],
    ['Since', since.toISOString()],
    ...facts.map(([name, fact]) => [name, typeof fact === 'string' ? fact : JSON.stringify(fact)] as const),
  ];
  return [
    alertSummaries[alert.kind],
    lines.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `What to do: ${runbook}`,
    ...(leftOut > 0 ? [`${leftOut} other alerts of this kind were raised since the previous mail.`] : []),
    'The log of the instance has every alert with all its facts.',
  ].join('\n\n');
}
