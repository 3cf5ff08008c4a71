import { callbackSignature } from './callback-signature.ts';

export interface CallbackTarget {
  url: string;
  readonly secret: string;
}

export type SendResult = 'acknowledged' | 'failed' | 'interrupted';

const timeoutMs = 10_000;

/** Posts one signed callback. Only an answer of 2xx acknowledges; redirects are not followed. */
export async function sendCallback(
  body: string,
  target: CallbackTarget,
  stopped: AbortSignal,
): Promise<SendResult> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'Sandbox-Signature': callbackSignature(body, target.secret, new Date()),
        'User-Agent': 'Kassa-Sandbox-Processor',
      },
      body,
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
    });
    // The answer's text is of no interest; letting it go frees the connection for the next callback.
    await response.body?.cancel();
    return response.ok ? 'acknowledged' : 'failed';
  } catch {
    return stopped.aborted ? 'interrupted' : 'failed';
  }
}
