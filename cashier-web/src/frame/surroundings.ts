import type { CashierMessage, CashierUpdate } from '@kassa/contracts';
import { navigateTop } from '@kassa/sdk-browser';

/** What surrounds the cashier: only the browser's window, or a page of the merchant if the cashier is in a frame. */
export interface Surroundings {
  readonly isFramed: boolean;
  /**
   * Opens an address in the whole window. Returns false if the cashier is in a frame and the surrounding page does not allow
   * this.
   */
  leave(address: string): boolean;
  /** Opens an address in a new window. If the browser does not allow this, opens the address in the cashier's own frame. */
  openBeside(address: string): void;
  /** Sends a message to the page around the cashier's frame, if it is one of the merchant's pages. */
  tell(update: CashierUpdate, allowedOrigins: readonly string[]): void;
}

/**
 * Returns the origins to which the cashier sends a message for the page around its frame. If the cashier knows the origin of
 * that page, and it is one of the merchant's, the message is sent only to this origin. Otherwise, the message is sent once to
 * each of the merchant's origins, and the browser delivers only the one that matches.
 */
export function addressees(
  allowedOrigins: readonly string[],
  parentOrigin: string | undefined,
): readonly string[] {
  if (parentOrigin === undefined) return allowedOrigins;
  return allowedOrigins.filter((origin) => origin === parentOrigin);
}

/**
 * Whether the cashier may move the focus. In a frame that the consumer has not touched yet, this would scroll the page around
 * the frame.
 */
export function mayTakeFocus(): boolean {
  return window.parent === window || navigator.userActivation?.hasBeenActive !== false;
}

export function readSurroundings(): Surroundings {
  const isFramed = window.parent !== window;
  return {
    isFramed,
    leave: navigateTop,
    openBeside(address) {
      const beside = window.open(address, '_blank');
      if (beside) beside.opener = null;
      else location.assign(address);
    },
    tell(update, allowedOrigins) {
      if (!isFramed) return;
      // Firefox does not know the property.
      const parentOrigin = window.location.ancestorOrigins?.[0];
      for (const origin of addressees(allowedOrigins, parentOrigin)) {
        window.parent.postMessage({ source: 'kassa', ...update } satisfies CashierMessage, origin);
      }
    },
  };
}
