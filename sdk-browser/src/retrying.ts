import { ServiceError } from './checkout-errors.ts';
import { passesByItself } from './failed-call.ts';
import { backoffMs, pause } from './pause.ts';

const tries = 4;

/** Makes a call that is safe to repeat, and repeats it while the failure is temporary. */
export async function retrying<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (failures === tries || !passesByItself(error)) throw error;
      const askedForMs = error instanceof ServiceError ? error.retryAfterMs : null;
      await pause(askedForMs ?? backoffMs(failures), signal);
    }
  }
}
