import type { Appearance, MountOptions } from '@kassa/sdk-browser';

/** Where the card fields of `OWN_FORM` are. */
export type FieldLayout = 'together' | 'separate' | 'own-form';

export interface Choices {
  readonly methodCode: string;
  readonly layout: FieldLayout;
  readonly look: keyof typeof looks;
  readonly colorPrimary: string;
  readonly locale: string;
}

/** The looks that the reader can choose. A look is an `appearance`, which gets the chosen colour in addition. */
export const looks = {
  plain: { name: 'Plain', appearance: {} },
  round: {
    name: 'Round',
    appearance: {
      variables: { borderRadius: '24px', colorBackground: '#f4f6ff' },
      rules: { '.Input': { padding: '0 22px' } },
    },
  },
  dense: {
    name: 'Dense',
    appearance: {
      variables: { borderRadius: '0', fontSizeBase: '14px' },
      rules: {
        '.Input': { border: '1px solid #5c6879' },
        '.Label': { textTransform: 'uppercase', letterSpacing: '1px' },
      },
    },
  },
  night: {
    name: 'Night',
    appearance: {
      variables: {
        colorBackground: '#101828',
        colorText: '#f2f4f7',
        colorTextPlaceholder: '#98a2b3',
        colorBorder: '#667085',
        colorDanger: '#ff8a80',
      },
    },
  },
} as const satisfies Record<string, { readonly name: string; readonly appearance: Appearance }>;

/**
 * The options of `mount` for the reader's choices. `cells` are the elements for the card fields, if each field has a separate
 * frame.
 */
export function optionsOf(choices: Choices, cells: NonNullable<MountOptions['fields']>): MountOptions {
  return {
    ...plainOptionsOf(choices),
    ...(choices.layout === 'separate' && { fields: cells }),
  };
}

/** The code with these options, as a developer writes it. */
export function codeOf(choices: Choices): string {
  const options = JSON.stringify(plainOptionsOf(choices), null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll("'", "\\'")
    .replaceAll('"', "'");
  const fields =
    "  fields: { number: numberCell, expiry: expiryCell, 'security-code': securityCodeCell },\n}";
  const whole = choices.layout === 'separate' ? options.replace(/\n\}$/, `,\n${fields}`) : options;
  return `const payment = await checkout.mount('${choices.methodCode}', form, ${whole});`;
}

function plainOptionsOf({ layout, look, colorPrimary, locale }: Choices): MountOptions {
  const { variables, ...rest }: Appearance = looks[look].appearance;
  return {
    appearance: { variables: { colorPrimary, ...variables }, ...rest },
    locale,
    ...(layout === 'own-form' && { ownForm: true }),
  };
}
