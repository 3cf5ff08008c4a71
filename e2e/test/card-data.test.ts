import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { type LocalDatabase, openLocalDatabase } from '@kassa/local-database';
import { BSON, MongoClient } from 'mongodb';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstOf } from '../../infra/test-run/src/every-combination.ts';
import { Buyer, type RenderType } from './fixtures/buyer.ts';
import { CanaryCard } from './fixtures/canary-card.ts';
import { languages } from './fixtures/cashier-language.ts';
import { type DemoProcess, startDemoProcess } from './fixtures/demo-process.ts';
import { pressBuy } from './fixtures/running-system.ts';

/** Tests that nothing typed into a card form is stored anywhere. */

const databaseName = `kassa_e2e_${randomBytes(4).toString('hex')}`;

let database: LocalDatabase;
let client: MongoClient;
let demo: DemoProcess;
let browser: Browser;

beforeAll(async () => {
  const onProgress = (line: string): void => console.log(line);
  database = await openLocalDatabase({
    dataFolder: join(import.meta.dirname, '../../.kassa/test-database'),
    onProgress,
  });
  client = await new MongoClient(database.uri).connect();
  demo = await startDemoProcess({
    MONGODB_URI: database.uri,
    KASSA_DATABASE_NAME: databaseName,
    KASSA_LOG_LEVEL: 'debug',
  });
  const { executablePath } = await findOrInstallChromium({ onProgress });
  browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  for (const name of [databaseName, `${databaseName}_sandbox_processor`])
    await client?.db(name).dropDatabase();
  await client?.close();
  await database?.stop();
});

/** Returns everything that the gateway and the processor have stored, as one text. */
async function stored(): Promise<string> {
  const documents: unknown[] = [];
  for (const name of [databaseName, `${databaseName}_sandbox_processor`]) {
    const db = client.db(name);
    for (const { name: collection } of await db.listCollections().toArray()) {
      documents.push(...(await db.collection(collection).find().toArray()));
    }
  }
  return BSON.EJSON.stringify(documents);
}

/** What the browser has kept of it. */
function kept(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
}

test('the canary finds a card number in every encoding', () => {
  const canary = new CanaryCard();
  const ways = [
    canary.number,
    Buffer.from(`{"n":"${canary.number}"}`).toString('base64'),
    [...canary.number].join(','),
  ];
  for (const text of ways) expect(canary.foundIn(`before ${text} after`)).not.toEqual([]);
  expect(canary.foundIn(new CanaryCard().number)).toEqual([]);
});

/** Every way to enter a card. With the first one, the card passes through the gateway; with the others, it never reaches it. */
const cardForms: readonly RenderType[] = ['OWN_FORM', 'PROCESSOR_ELEMENT', 'COMPONENT_SDK'];

test.for(firstOf(cardForms))(
  '%s: after card payments, the card number is in no database, log, job, browser storage or URL (fault 39)',
  async (renderType) => {
    const canary = new CanaryCard();
    const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
    page.setDefaultTimeout(90_000);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(await pressBuy(demo.shopUrl));
    const buyer = new Buyer(page, page, languages.english);
    await buyer.choose(renderType);
    await buyer.enterCard(renderType, canary.number);
    await buyer.pay();
    await buyer.paid();
    await page.waitForURL(/thank-you/);

    const everything = {
      stored: await stored(),
      logged: demo.output(),
      kept: await kept(page),
      asked: requests.join(),
    };
    expect(everything.stored).toContain(canary.number.slice(-4));
    expect(everything.logged.length).toBeGreaterThan(1_000);
    for (const [where, text] of Object.entries(everything)) expect(canary.foundIn(text), where).toEqual([]);
    await page.close();
  },
);

test('at a shop’s self-built cashier, the shop’s page never sees, stores or sends the card number (fault 64)', async () => {
  const canary = new CanaryCard();
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
  page.setDefaultTimeout(90_000);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame()) asked.push(`${request.url()} ${request.postData()}`);
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['message', 'keydown', 'input', 'paste'])
      addEventListener(
        type,
        (event) => heard.push(JSON.stringify([type, Reflect.get(event, 'key'), Reflect.get(event, 'data')])),
        true,
      );
  });
  await page.goto(await pressBuy(demo.shopUrl, 'own'));
  await page.locator('input[value=card]').check();
  const fields = page.frameLocator('#form iframe');
  await fields.locator('input[autocomplete="cc-number"]').pressSequentially(canary.number);
  await fields.locator('input[autocomplete="cc-exp"]').fill('12/34');
  await fields.locator('input[autocomplete="cc-csc"]').fill('123');
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  const everything = { heard, shown: await page.content(), kept: await kept(page) };
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(/thank-you/);
  const stores = { stored: await stored(), logged: demo.output(), asked: asked.join() };
  expect(stores.stored).toContain(canary.number.slice(-4));
  expect(stores.asked).toContain('/api/web/checkout/init');
  for (const [where, text] of Object.entries({ ...everything, ...stores }))
    expect(canary.foundIn(text), where).toEqual([]);
  await page.close();
});
