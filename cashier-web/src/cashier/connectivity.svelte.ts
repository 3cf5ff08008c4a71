/** Whether the browser reports that the device is online. The report can be wrong, so it never blocks an action. */
export class Connectivity {
  online = $state.raw(globalThis.navigator?.onLine !== false);

  /** @param returned called when the network is back, and when the consumer looks at the page again */
  constructor(returned: () => void) {
    const look = () => {
      this.online = navigator.onLine;
      if (this.online && !document.hidden) returned();
    };
    globalThis.window?.addEventListener('online', look);
    globalThis.window?.addEventListener('offline', look);
    globalThis.document?.addEventListener('visibilitychange', look);
  }
}
