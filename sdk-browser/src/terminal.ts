import type { SubmitPaymentRequest } from '@kassa/contracts';

type Terminal = SubmitPaymentRequest['terminal'];

/** The kind of device (computer, tablet or phone), derived from what the browser reports. */
export function describeTerminal(
  userAgent: string = navigator.userAgent,
  touchPoints: number = navigator.maxTouchPoints,
): Terminal {
  return { type: terminalType(userAgent, touchPoints), userAgent: userAgent.slice(0, 1024) };
}

function terminalType(userAgent: string, touchPoints: number): Terminal['type'] {
  // An iPad reports that it is a Mac. The SDK recognises it by its touch screen, which no Mac has.
  const isPad = touchPoints > 1 && /Macintosh/.test(userAgent);
  if (isPad || /iPad|Tablet/.test(userAgent)) return 'TABLET';
  if (/iPhone|iPod|Mobi/.test(userAgent)) return 'MOBILE';
  return /Android/.test(userAgent) ? 'TABLET' : 'PC';
}
