import type { MailServer, MailSettings } from '../adapters/outbound/alerts/mailed-alerts.ts';
import { type SettingReader, webAddress } from './setting-readers.ts';
import type { Settings } from './settings.ts';

/** The ways in which alerts reach an operator, besides the log and the metrics. */
export interface AlertSettings {
  /** The address that gets each alert as an HTTP POST; null if there is none. */
  readonly alertWebhook: string | null;
  /** How alerts are sent as e-mail; null if they are not. */
  readonly alertMail: MailSettings | null;
}

const webhook = webAddress('https://chat.example/hooks/kassa');

/** Reads the address of a server for outgoing mail. A server on another machine gets the mail only over TLS. */
const mailServer: SettingReader<MailServer> = {
  form: 'smtps://user:password@host:port, or smtp:// for a server that switches to TLS itself; special characters percent-encoded',
  example: 'smtps://kassa:password@smtp.example:465',
  read: (text) => {
    const url = /^smtps?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname + url.search + url.hash)) {
      return undefined;
    }
    if ((url.username === '') !== (url.password === '')) return undefined;
    const isEncrypted = url.protocol === 'smtps:';
    try {
      const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
      return {
        host: url.hostname.replaceAll(/[[\]]/g, ''),
        port: url.port === '' ? (isEncrypted ? 465 : 587) : Number(url.port),
        encryption: isEncrypted ? 'at_once' : isLoopback(url.hostname) ? 'none' : 'by_command',
        login: user === '' ? null : { user, pass },
      };
    } catch {
      return undefined;
    }
  },
};

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
}

const address = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

const mailAddress: SettingReader<string> = {
  form: 'an e-mail address',
  example: 'kassa@pay.example',
  read: (text) => (address.test(text) ? text : undefined),
};

const mailAddresses: SettingReader<readonly string[]> = {
  form: 'one to twenty e-mail addresses, separated by commas',
  example: 'on-call@shop.example,payments@shop.example',
  read: (text) => {
    const addresses = text.split(',').map((part) => part.trim());
    return addresses.length <= 20 && addresses.every((part) => address.test(part)) ? addresses : undefined;
  },
};

export function readAlerts(settings: Settings): AlertSettings {
  return {
    alertWebhook: settings.readSecret<string | null>('KASSA_ALERT_WEBHOOK', webhook, null),
    alertMail: readMail(settings),
  };
}

/** The settings for e-mail are valid only together. */
function readMail(settings: Settings): MailSettings | null {
  const server = settings.readSecret<MailServer | null>('KASSA_ALERT_MAIL_SERVER', mailServer, null);
  const others = ['KASSA_ALERT_MAIL_FROM', 'KASSA_ALERT_MAIL_TO'] as const;
  const isAsked = others.map((variable) => settings.valueOf(variable) !== undefined).includes(true);
  if (server === null && !isAsked) return null;
  return {
    server: server === null ? settings.read('KASSA_ALERT_MAIL_SERVER', mailServer) : server,
    from: settings.read('KASSA_ALERT_MAIL_FROM', mailAddress),
    to: settings.read('KASSA_ALERT_MAIL_TO', mailAddresses),
  };
}
