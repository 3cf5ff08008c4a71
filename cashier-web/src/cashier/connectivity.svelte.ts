/** Whether the device is on a network, as far as the browser knows. It may be wrong, so nothing is forbidden by it. */
export class Connectivity {
  online = $state(globalThis.navigator?.onLine !== false);

  constructor() {
    const look = () => {
      this.online = navigator.onLine;
    };
    globalThis.window?.addEventListener('online', look);
    globalThis.window?.addEventListener('offline', look);
  }
}
