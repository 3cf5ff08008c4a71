import type { RunningSystem } from '../test/fixtures/running-system.ts';
import { Consumer } from './consumer.ts';
import type { Device, Engine, Frames, WindowSize } from './engine.ts';
import { waitUntil } from './wait-until.ts';

/** One way through the cashier, from the order to its result. */
export interface Journey {
  readonly name: string;
  readonly run: (visit: Visit) => Promise<void>;
}

const phone: WindowSize = { width: 390, height: 844 };

/** One run of a journey in one engine. It opens the devices, and closes them at its end. */
export class Visit {
  readonly system: RunningSystem;
  readonly engine: Engine;
  readonly devices: Device[] = [];

  constructor(system: RunningSystem, engine: Engine) {
    this.system = system;
    this.engine = engine;
  }

  async openDevice(size: WindowSize = phone): Promise<Device> {
    const device = await this.engine.openDevice(size);
    this.devices.push(device);
    return device;
  }

  /** Returns a consumer who has opened an address on a new device. */
  async consumerAt(address: string, frames: Frames = []): Promise<Consumer> {
    const device = await this.openDevice();
    await device.open(address);
    return new Consumer(device, frames);
  }

  async untilState(number: string, state: string): Promise<void> {
    await waitUntil(`state ${state} of the order`, async () => {
      return (await this.system.kassa.payments.retrieve(number)).state === state;
    });
  }

  async end(): Promise<void> {
    for (const device of this.devices.splice(0)) await device.close().catch(() => undefined);
  }
}

/** Runs a journey. Returns undefined if it succeeded, or what went wrong and what the consumer saw then. */
export async function runJourney(
  journey: Journey,
  system: RunningSystem,
  engine: Engine,
): Promise<JourneyFailure | undefined> {
  const visit = new Visit(system, engine);
  try {
    await journey.run(visit);
    const problems = visit.devices.flatMap((device) => device.problems());
    if (problems.length > 0) throw new Error(`problems in the pages: ${problems.join('; ')}`);
    return undefined;
  } catch (error) {
    return {
      reason: error instanceof Error ? error.message : String(error),
      pictures: await Promise.all(
        visit.devices.map((device) => device.screenshot().catch(() => new Uint8Array())),
      ),
    };
  } finally {
    await visit.end();
  }
}

export interface JourneyFailure {
  readonly reason: string;
  /** What each device showed. */
  readonly pictures: readonly Uint8Array[];
}
