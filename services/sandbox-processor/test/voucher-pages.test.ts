import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageLanguageCodes } from '../src/pages/page-language.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

const returnUrl = 'http://localhost:9/return?order=1';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

async function newVoucher(): Promise<{ id: string; page: string; bank: string }> {
  const { body } = await bench.client.call('POST', '/v1/vouchers', {
    amount_minor: 1_999,
    currency: 'EUR',
    reference: `txn-${randomUUID()}`,
    return_url: returnUrl,
    due_at: '2090-05-06T10:00:00Z',
  });
  const page = String(body.page_url);
  return { id: body.id, page, bank: page.replace('/voucher/', '/bank/') };
}

async function textOf(url: string): Promise<string> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  return page.text();
}

function press(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

it('the page of a voucher shows where to, what for, how much and until when, and keeps no secret', async () => {
  const { id, page } = await newVoucher();
  const answer = await fetch(page);
  const text = await answer.text();
  const { transfer_reference: reference } = (await bench.client.call('GET', `/v1/vouchers/${id}`)).body;
  for (const part of [
    'Kassa Sandbox',
    'DE89 3704 0044 0532 0130 00',
    'data-copy="DE89370400440532013000"',
    `data-copy="${reference}"`,
    '€19.99',
    'data-copy="19.99"',
    '<time datetime="2090-05-06T10:00:00.000Z">May 6, 2090',
    `href="${returnUrl}"`,
  ])
    expect(text).toContain(part);
  expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
});

it('a payer pays at the test bank: a part, then the rest, and each page shows the present state', async () => {
  const { id, page, bank } = await newVoucher();
  expect(await textOf(page)).toContain(new URL(bank).pathname);
  expect(await textOf(bank)).toContain('No money has arrived yet.');
  const pressed = await press(bank, { amount: '999' });
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, new URL(bank).pathname]);
  expect(await textOf(page)).toMatch(/<bdi>€9.99<\/bdi> has arrived/);
  expect(await textOf(page)).toContain('data-copy="10.00"');
  await press(bank, { amount: '1100' });
  expect(await textOf(page)).toContain('The transfer has arrived: paid');
  expect(await textOf(bank)).toContain('returned: more than was asked for');
  await bench.receiver.waitFor(id, 'voucher.paid');
  for (const amount of ['', '0', '-1', '1.5', '1e3'])
    expect((await press(bank, { amount })).status).toBe(400);
});

it('a payer who wants to pay another way cancels, and is back at the shop', async () => {
  const { id, page, bank } = await newVoucher();
  const pressed = await press(page, { decision: 'cancel' });
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, returnUrl]);
  await bench.receiver.waitFor(id, 'voucher.cancelled');
  expect(await textOf(page)).toContain('Money that has arrived goes back to you.');
  expect(await textOf(bank)).toContain('The whole amount still pays it, late');
  await press(bank, { amount: '1999' });
  expect((await press(page, { decision: 'cancel' })).headers.get('Location')).toBe(new URL(page).pathname);
  expect((await press(page, { decision: 'pay' })).status).toBe(400);
});

it('the pages of a voucher are not found by guessing', async () => {
  const { page, bank } = await newVoucher();
  for (const url of [page, bank]) {
    expect((await fetch(`${url}x`)).status).toBe(404);
    expect((await press(`${url}x`, { decision: 'cancel', amount: '1' })).status).toBe(404);
  }
});

it.each(pageLanguageCodes)('%s has the texts of a voucher’s page', async (code) => {
  const { page, bank } = await newVoucher();
  await press(bank, { amount: '999' });
  const open = await textOf(`${page}?locale=${code}`);
  await press(page, { decision: 'cancel' });
  const ended = await textOf(`${page}?locale=${code}`);
  for (const text of [open, ended]) {
    expect(text).toContain(`<html lang="${code}"`);
    expect(text).not.toMatch(/undefined|\{amount\}|Invalid Date/);
    if (code !== 'en') expect(text).not.toMatch(/Recipient|Pay by|>Copy<|Cancel and|the test bank|goes back/);
  }
});
