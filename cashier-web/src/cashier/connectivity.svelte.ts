/** Whether the browser reports that the device is online. The report can be wrong, so it never blocks an action. */
export class Connectivity {
  online = $state.raw(globalThis.navigator?.onLine !== false);

  constructor() {
    const look = () => {
      this.online = navigator.onLine;
    };
    globalThis.window?.addEventListener('online', look);
    globalThis.window?.addEventListener('offline', look);
  }
}
