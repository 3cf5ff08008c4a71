import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '@kassa/demo';
import type { WebKitPrograms } from '@kassa/local-browser';
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Device, Engine, Frames, KeyName, Target, WindowSize } from './engine.ts';
import { bringIntoView, describeTarget, findInPage, selectText } from './find-in-page.ts';
import { waitUntil } from './wait-until.ts';

/** The driver's code points for the keys. */
const keyCodes: Readonly<Record<Exclude<KeyName, 'ShiftTab'>, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  Escape: Key.ESCAPE,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
};

/**
 * Starts WebKitGTK, which shares Safari's engine. Its WebDriver server has only one window at a time, so each device gets its
 * own server.
 */
export async function startWebKit(programs: WebKitPrograms): Promise<Engine> {
  const screen = spawn(
    programs.display,
    ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [answer] = await once(screen.stdio[3] as Readable, 'data');
  const engine = new WebKitEngine(programs, screen, `:${String(answer).trim()}`);
  // Only a running browser says its version.
  const device = await engine.openDevice({ width: 400, height: 400 });
  engine.version = (await device.version()) ?? 'unknown';
  await device.close();
  return engine;
}

class WebKitEngine implements Engine {
  readonly name = 'WebKit';
  version = 'unknown';
  readonly #programs: WebKitPrograms;
  readonly #screen: ChildProcess;
  readonly #display: string;

  constructor(programs: WebKitPrograms, screen: ChildProcess, display: string) {
    this.#programs = programs;
    this.#screen = screen;
    this.#display = display;
  }

  async openDevice(size: WindowSize): Promise<WebKitDevice> {
    const port = await freePort();
    const server = spawn(this.#programs.driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: this.#display },
    });
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: this.#programs.browser, args: ['--automation'] },
    });
    const driver = await waitUntil('WebKit’s WebDriver server', async () => {
      await fetch(`http://127.0.0.1:${port}/status`);
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .forBrowser('MiniBrowser')
        .build();
    });
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size });
    return new WebKitDevice(driver, server);
  }

  async close(): Promise<void> {
    await end(this.#screen);
  }
}

class WebKitDevice implements Device {
  readonly #driver: WebDriver;
  readonly #server: ChildProcess;

  constructor(driver: WebDriver, server: ChildProcess) {
    this.#driver = driver;
    this.#server = server;
  }

  async version(): Promise<string | undefined> {
    return (await this.#driver.getCapabilities()).get('browserVersion');
  }

  async open(address: string): Promise<void> {
    await this.#driver.get(address);
  }

  async address(): Promise<string> {
    await this.#driver.switchTo().defaultContent();
    return await this.#driver.getCurrentUrl();
  }

  async back(): Promise<void> {
    await this.#driver.navigate().back();
  }

  async reload(): Promise<void> {
    await this.#driver.navigate().refresh();
  }

  async click(target: Target, frames: Frames = []): Promise<void> {
    await waitUntil(`a click on ${describeTarget(target)}`, async () => {
      const found = await this.#displayed(target, frames);
      if (found === undefined) return false;
      await this.#bringIntoView(found, frames);
      const element = await this.#displayed(target, frames);
      await element?.click();
      return element !== undefined;
    });
  }

  async type(target: Target, text: string, frames: Frames = []): Promise<void> {
    await this.click(target, frames);
    await this.run(selectText, frames);
    await this.keys(text);
  }

  async select(target: Target, value: string): Promise<void> {
    await this.see(target);
    const list = await this.#displayed(target, []);
    await list?.findElement(By.css(`option[value="${value}"]`)).click();
  }

  async press(key: KeyName): Promise<void> {
    if (key !== 'ShiftTab') return await this.keys(keyCodes[key]);
    await this.#driver.actions().keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT).perform();
  }

  async keys(text: string): Promise<void> {
    await this.#driver.actions().sendKeys(text).perform();
  }

  async see(target: Target, frames: Frames = []): Promise<void> {
    await waitUntil(describeTarget(target), () => this.sees(target, frames));
  }

  async sees(target: Target, frames: Frames = []): Promise<boolean> {
    return (await this.#displayed(target, frames)) !== undefined;
  }

  async run<T>(body: string, frames: Frames = []): Promise<T> {
    return await waitUntil('a script’s answer', async () => {
      if (!(await this.#enter(frames))) return undefined;
      return { answer: await this.#driver.executeScript<T>(body) };
    }).then(({ answer }) => answer);
  }

  problems(): readonly string[] {
    return [];
  }

  async screenshot(): Promise<Uint8Array> {
    await this.#driver.switchTo().defaultContent();
    return Buffer.from(await this.#driver.takeScreenshot(), 'base64');
  }

  async close(): Promise<void> {
    await this.#driver.quit();
    await end(this.#server);
  }

  async #displayed(target: Target, frames: Frames): Promise<WebElement | undefined> {
    return (await this.#enter(frames)) ? await this.#find(target) : undefined;
  }

  async #find(target: Target): Promise<WebElement | undefined> {
    const script = `return (${findInPage})(arguments[0])`;
    return (await this.#driver.executeScript<WebElement | null>(script, target)) ?? undefined;
  }

  /** In WebKit, scrolling inside of a frame does not move the window around the frame. So scroll the window as well. */
  async #bringIntoView(element: WebElement, frames: Frames): Promise<void> {
    await this.#driver.executeScript(`(${bringIntoView})(arguments[0])`, element);
    if (frames.length === 0) return;
    let middle = await this.#driver.executeScript<number>(
      'const { top, height } = arguments[0].getBoundingClientRect(); return top + height / 2',
      element,
    );
    for (const [index, css] of [...frames.entries()].reverse()) {
      await this.#enter(frames.slice(0, index));
      const frame = await this.#find({ css });
      middle += await this.#driver.executeScript<number>(
        'return arguments[0]?.getBoundingClientRect().top ?? 0',
        frame,
      );
    }
    await this.#driver.executeScript('scrollBy(0, arguments[0] - innerHeight / 2)', middle);
  }

  async #enter(frames: Frames): Promise<boolean> {
    await this.#driver.switchTo().defaultContent();
    for (const css of frames) {
      const frame = await this.#find({ css });
      if (frame === undefined) return false;
      await this.#driver.switchTo().frame(frame);
    }
    return true;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
