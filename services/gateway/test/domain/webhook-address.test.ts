import { describe, expect, test } from 'vitest';
import { refuseWebhookAddress } from '../../src/domain/merchant/webhook-address.ts';
import { privateHosts } from '../builders/private-addresses.ts';

describe('the address for webhooks', () => {
  test('an address for webhooks is refused at registration if it is private, however it is written (fault 45)', () => {
    const accepted = privateHosts.filter(
      (host) => refuseWebhookAddress(`https://${host}/hook`, 'production') === undefined,
    );
    // Only a connection can show where these names lead.
    expect(accepted).toEqual(['kubernetes.default.svc', 'rebinding.example', '127.0.0.1.rebinding.example']);
  });

  test.each([
    ['https://shop.example/hook', 'fine', 'fine'],
    ['https://93.184.216.34/hook', 'fine', 'fine'],
    ['https://[2606:2800:220:1::1]/hook', 'fine', 'fine'],
    ['https://localhost.shop.example/hook', 'fine', 'fine'],
    ['https://localhost/hook', 'fine', 'refused'],
    ['https://LOCALHOST./hook', 'fine', 'refused'],
    ['https://metadata.google.internal/', 'refused', 'refused'],
    ['https://receiver/hook', 'refused', 'refused'],
    ['https://a.localhost/hook', 'refused', 'refused'],
    ['http://127.0.0.1:3000/hook', 'fine', 'refused'],
    ['http://[::1]:3000/hook', 'fine', 'refused'],
    ['https://10.0.0.1/hook', 'refused', 'refused'],
    ['https://169.254.169.254/latest', 'refused', 'refused'],
    ['javascript:alert(1)', 'refused', 'refused'],
  ])('%s is %s in the sandbox and %s in production', (address, sandbox, production) => {
    expect(refuseWebhookAddress(address, 'sandbox') === undefined ? 'fine' : 'refused').toBe(sandbox);
    expect(refuseWebhookAddress(address, 'production') === undefined ? 'fine' : 'refused').toBe(production);
  });
});
