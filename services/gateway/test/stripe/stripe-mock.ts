import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { installGoProgram } from '@kassa/local-database';
import { vi } from 'vitest';
import { findFreePorts } from '../http/support/free-ports.ts';

const program = {
  name: 'stripe-mock',
  version: 'v0.203.0',
  package: 'github.com/stripe/stripe-mock',
  file: 'stripe-mock',
};

/**
 * Stripe's own mock server. It refuses calls that its published OpenAPI description does not allow, and stores no states. Its
 * newest release describes 2026-08-26.dahlia, the version before the one that the `stripe` package uses.
 */
export class StripeMock {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** @throws {NotInstallable} where it is not installed and cannot be */
  static async start(): Promise<StripeMock> {
    const file = await installGoProgram(program, process.env, (line) => console.log(line));
    const [port = 0] = await findFreePorts(1);
    // Give HTTPS an address too. By default, stripe-mock would use a port that is the same on every machine, and could be in
    // use.
    const addresses = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'];
    const child = spawn(file, addresses, { stdio: 'ignore' });
    const mock = new StripeMock(child, port);
    try {
      await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), 20_000);
    } catch (error) {
      await mock.stop();
      throw error;
    }
    return mock;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
