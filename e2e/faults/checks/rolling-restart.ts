import { setTimeout as delay } from 'node:timers/promises';
import type { FaultCheck } from '../report/fault-run.ts';
import { ImpatientCallers } from '../traffic/impatient-callers.ts';
import { Merchant } from '../traffic/merchant.ts';
import { tellContradictions } from './tell-contradictions.ts';
import { tellFailedCalls } from './tell-failed-calls.ts';

/**
 * The pause between the stops of two instances. It is long enough that new calls are in progress when the next instance stops.
 */
const CALM_MS = 700;
const LONGEST_STOP_S = 25;

/** Row 13. */
export const rollingRestart: FaultCheck = {
  title:
    'fault 13: no request fails while both instances are restarted in turn under load, even if callers never retry',
  rows: [13],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode } = context;
    const merchant = await Merchant.onboard(world);
    const beganAtMs = Date.now();
    const callers = new ImpatientCallers(world, merchant);
    await callers.prepare();
    callers.start();
    const stops: number[] = [];
    try {
      for (let round = 1; round <= (mode === 'full' ? 5 : 1); round += 1) {
        for (const instance of world.instances) {
          await delay(CALM_MS);
          const startedAtMs = performance.now();
          const { code, signal } = await instance.terminate();
          stops.push((performance.now() - startedAtMs) / 1000);
          if (code !== 0) context.fault(`${instance.name} ended with ${code ?? signal}`);
          await instance.start();
        }
      }
      await delay(CALM_MS);
    } finally {
      await callers.stop();
    }
    context.measure('restarts', stops.length);
    context.measure('longest stop s', Math.max(...stops));
    if (Math.max(...stops) > LONGEST_STOP_S) context.fault(`a stop took ${Math.max(...stops)} s`);
    tellFailedCalls(context, world.recorder.since(beganAtMs));
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};
