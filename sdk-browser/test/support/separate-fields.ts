import type { ShopVisit } from './shop-page.ts';

/** Card fields that each have a separate frame. Each test makes its own visit. */
export const separateFields = (visit: () => ShopVisit) => ({
  number: (name: string) => visit().page.frameLocator('#at-number iframe').getByLabel(name),
  expiry: (name: string) => visit().page.frameLocator('#at-expiry iframe').getByLabel(name),
  code: (name: string) => visit().page.frameLocator('#at-code iframe').getByLabel(name),
});

/** Mounts each field in an element of its own. The elements are far apart, with an element of the page between two of them. */
export async function openSeparately(visit: ShopVisit, options: object = {}): Promise<void> {
  await visit.open();
  await visit.page.evaluate(async (given) => {
    const cell = (id: string) => Object.assign(document.createElement('div'), { id });
    const [number, expiry, code] = [cell('at-number'), cell('at-expiry'), cell('at-code')];
    const form = document.querySelector('#form') ?? document.body;
    form.append(number, Object.assign(document.createElement('hr')), expiry, code);
    window.payment = await window.checkout.mount('card', form, {
      fields: { number, expiry, 'security-code': code },
      ...given,
    });
    const button = document.querySelector<HTMLButtonElement>('#pay');
    if (button) {
      form.append(button);
      button.onclick = () => void window.payment.submit();
    }
  }, options);
}
