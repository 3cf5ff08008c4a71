import { chromiumLaunchOptions } from '@kassa/local-browser';
import {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type Frame,
  type KeyInput,
  launch,
  type Page,
} from 'puppeteer-core';
import type { Device, Engine, Frames, KeyName, Target, WindowSize } from './engine.ts';
import { bringIntoView, describeTarget, findInPage, selectText } from './find-in-page.ts';
import { waitUntil } from './wait-until.ts';

/** The language in which the browser asks for pages. */
const LANGUAGE = 'en-GB';

/** Starts Firefox, which puppeteer-core drives over WebDriver BiDi, the common standard of browsers. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': LANGUAGE, 'ui.prefersReducedMotion': 1 },
  });
  return new PuppeteerEngine('Firefox', await browser.version(), browser);
}

export async function startChromium(executablePath: string): Promise<Engine> {
  const { args = [] } = chromiumLaunchOptions();
  const browser = await launch({
    browser: 'chrome',
    executablePath,
    headless: true,
    args: [...args, `--accept-lang=${LANGUAGE}`, '--force-prefers-reduced-motion'],
  });
  return new PuppeteerEngine('Chromium', await browser.version(), browser);
}

class PuppeteerEngine implements Engine {
  readonly name;
  readonly version;
  readonly #browser: Browser;

  constructor(name: Engine['name'], version: string, browser: Browser) {
    this.name = name;
    this.version = version.replace(/^.*\//, '');
    this.#browser = browser;
  }

  async openDevice(size: WindowSize): Promise<Device> {
    const context = await this.#browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(size);
    return new PuppeteerDevice(context, page, await collectProblems(page));
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

class PuppeteerDevice implements Device {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #problems: readonly string[];

  constructor(context: BrowserContext, page: Page, problems: readonly string[]) {
    this.#context = context;
    this.#page = page;
    this.#problems = problems;
  }

  async open(address: string): Promise<void> {
    await this.#page.goto(address);
  }

  async address(): Promise<string> {
    // Ask the page itself, because the driver may still remember an earlier address.
    return await this.#page.evaluate(() => location.href);
  }

  async back(): Promise<void> {
    // Do not use the driver's own command. It waits for the page to load, but a page that Firefox has kept in memory does not
    // load again.
    await this.#page.evaluate(() => void setTimeout(() => history.back()));
  }

  async reload(): Promise<void> {
    await this.#page.reload({ waitUntil: 'domcontentloaded' });
  }

  async click(target: Target, frames: Frames = []): Promise<void> {
    await waitUntil(`a click on ${describeTarget(target)}`, async () => {
      const element = await this.#displayed(target, frames);
      if (element === undefined) return false;
      await element.evaluate(bringIntoView);
      await element.click();
      return true;
    });
  }

  async type(target: Target, text: string, frames: Frames = []): Promise<void> {
    await this.click(target, frames);
    await this.run(selectText, frames);
    await this.keys(text);
  }

  async select(target: Target, value: string): Promise<void> {
    await this.see(target);
    await (await this.#displayed(target, []))?.select(value);
  }

  async press(key: KeyName): Promise<void> {
    const { keyboard } = this.#page;
    if (key !== 'ShiftTab') return await keyboard.press(key === 'Space' ? ' ' : (key satisfies KeyInput));
    await keyboard.down('Shift');
    await keyboard.press('Tab');
    await keyboard.up('Shift');
  }

  async keys(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async see(target: Target, frames: Frames = []): Promise<void> {
    await waitUntil(describeTarget(target), () => this.sees(target, frames));
  }

  async sees(target: Target, frames: Frames = []): Promise<boolean> {
    return (await this.#displayed(target, frames)) !== undefined;
  }

  async run<T>(body: string, frames: Frames = []): Promise<T> {
    return await waitUntil('a script’s answer', async () => {
      const frame = await this.#frame(frames);
      return frame && { answer: (await frame.evaluate(`(() => { ${body} })()`)) as T };
    }).then(({ answer }) => answer);
  }

  problems(): readonly string[] {
    return this.#problems;
  }

  screenshot(): Promise<Uint8Array> {
    return this.#page.screenshot();
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #displayed(target: Target, frames: Frames): Promise<ElementHandle<Element> | undefined> {
    const frame = await this.#frame(frames);
    return frame && (await find(frame, target));
  }

  async #frame(frames: Frames): Promise<Frame | undefined> {
    let frame = this.#page.mainFrame();
    for (const css of frames) {
      const inner = await (await find(frame, { css }))?.contentFrame();
      if (inner === null || inner === undefined) return undefined;
      frame = inner;
    }
    return frame;
  }
}

async function find(frame: Frame, target: Target): Promise<ElementHandle<Element> | undefined> {
  const found = (await frame.evaluateHandle(findInPage, target)).asElement();
  return (found as ElementHandle<Element> | null) ?? undefined;
}

/** Collects the unhandled errors of the page and its frames, and what their content security policies refused. */
async function collectProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error instanceof Error ? error.message : String(error)));
  await page.exposeFunction('reportViolation', (violation: string) => problems.push(violation));
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ documentURI, effectiveDirective, blockedURI }) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      if (typeof report === 'function') report(`${documentURI}: ${effectiveDirective} blocked ${blockedURI}`);
    });
  });
  return problems;
}
