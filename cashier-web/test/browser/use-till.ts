import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { FakeCheckoutService } from '../../../sdk-browser/test/fake-checkout/fake-checkout-service.ts';
import { builtCashier } from './built-cashier.ts';
import { CashierLab } from './cashier-lab.ts';

/** What a test of the cashier uses. Its members change with each test, so read them inside of one. */
export interface Till {
  readonly lab: CashierLab;
  /** The service, with one order. */
  readonly service: FakeCheckoutService;
  /** An empty page, and what its content security policy refused. */
  readonly page: Page;
  readonly violations: readonly string[];
}

/** One browser for all tests of the file. */
export function useLab(): () => CashierLab {
  let lab: CashierLab;
  beforeAll(async () => {
    lab = await CashierLab.start(builtCashier());
  });
  afterAll(() => lab.stop());
  return () => lab;
}

/** One browser for all tests of the file, and an order of its own for each test. */
export function useService(): Pick<Till, 'lab' | 'service'> {
  const lab = useLab();
  let service: FakeCheckoutService;
  beforeEach(async () => {
    service = await lab().startService();
  });
  afterEach(() => service.stop());
  return {
    get lab() {
      return lab();
    },
    get service() {
      return service;
    },
  };
}

/** The same, and an empty page for each test. */
export function useTill(): Till {
  const till = useService();
  let opened: Awaited<ReturnType<CashierLab['openPage']>>;
  beforeEach(async () => {
    opened = await till.lab.openPage();
  });
  afterEach(() => opened.page.context().close());
  return {
    get lab() {
      return till.lab;
    },
    get service() {
      return till.service;
    },
    get page() {
      return opened.page;
    },
    get violations() {
      return opened.violations;
    },
  };
}
