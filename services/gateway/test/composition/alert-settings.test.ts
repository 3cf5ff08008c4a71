import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/index.ts';
import { productionVariables } from '../http/support/production-variables.ts';

const key = randomBytes(32).toString('base64');
const others = {
  ...productionVariables,
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  KASSA_SESSION_KEYS: key,
  KASSA_ENCRYPTION_KEY: key,
  KASSA_TRUSTED_PROXIES: '1',
};
const mail = {
  KASSA_ALERT_MAIL_SERVER: 'smtps://kassa:a%40b%3Ac@smtp.example',
  KASSA_ALERT_MAIL_FROM: 'kassa@pay.example',
  KASSA_ALERT_MAIL_TO: 'on-call@shop.example, payments@shop.example',
};

const read = (variables: Readonly<Record<string, string>>) =>
  readConfig({ ...others, ...variables }).alertMail;

describe('alerts by e-mail', () => {
  it('are off unless they are configured', () => {
    expect(read({})).toBeNull();
  });

  it('have a server with its login, a sender and receivers', () => {
    expect(read(mail)).toEqual({
      server: {
        host: 'smtp.example',
        port: 465,
        encryption: 'at_once',
        login: { user: 'kassa', pass: 'a@b:c' },
      },
      from: 'kassa@pay.example',
      to: ['on-call@shop.example', 'payments@shop.example'],
    });
  });

  it.each([
    ['smtps://smtp.example:2465', 2465, 'at_once'],
    ['smtp://smtp.example', 587, 'by_command'],
    ['smtp://10.0.0.5:25', 25, 'by_command'],
    ['smtp://127.0.0.1.example:25', 25, 'by_command'],
    ['smtp://localhost:25', 25, 'none'],
    ['smtp://127.0.0.1:25', 25, 'none'],
    ['smtp://[::1]:25', 25, 'none'],
  ])('go to %s at port %i, with TLS %s: only this machine may have none', (server, port, encryption) => {
    expect(read({ ...mail, KASSA_ALERT_MAIL_SERVER: server })?.server).toMatchObject({ port, encryption });
  });

  it.each(Object.keys(mail))('need %s if the rest is set', (name) => {
    const { [name as keyof typeof mail]: _, ...rest } = mail;
    expect(() => read(rest)).toThrow(new RegExp(`:\n  ${name} is not set\\. [^\n]*$`));
  });

  it.each([
    ['KASSA_ALERT_MAIL_SERVER', 'smtp.example'],
    ['KASSA_ALERT_MAIL_SERVER', 'https://smtp.example'],
    ['KASSA_ALERT_MAIL_SERVER', 'smtps://kassa@smtp.example'],
    ['KASSA_ALERT_MAIL_SERVER', 'smtps://kassa:%zz@smtp.example'],
    ['KASSA_ALERT_MAIL_SERVER', 'smtps://smtp.example/path'],
    ['KASSA_ALERT_MAIL_SERVER', 'smtps://smtp.example?tls=no'],
    ['KASSA_ALERT_MAIL_SERVER', 'smtps://'],
    ['KASSA_ALERT_MAIL_FROM', 'Kassa <kassa@pay.example>'],
    ['KASSA_ALERT_MAIL_FROM', 'kassa@pay.example\r\nBcc: other@pay.example'],
    ['KASSA_ALERT_MAIL_TO', 'on-call'],
    ['KASSA_ALERT_MAIL_TO', 'on-call@shop.example,,'],
  ])('are refused with %s=%s', (name, value) => {
    expect(() => read({ ...mail, [name]: value })).toThrow(
      new RegExp(`:\n  ${name} has a wrong value\\. [^\n]*$`),
    );
  });

  it('do not show the password if the server is wrong', () => {
    const wrong = { ...mail, KASSA_ALERT_MAIL_SERVER: 'smtps://kassa:secret-password@smtp.example/path' };
    expect(() => read(wrong)).toThrow('KASSA_ALERT_MAIL_SERVER');
    expect(() => read(wrong)).not.toThrow('secret-password');
  });
});
