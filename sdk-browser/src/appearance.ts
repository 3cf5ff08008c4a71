/**
 * The appearance of a payment form, whichever renderer draws it. Values are CSS values without `var()`, because a processor's
 * form is in a frame from another origin, where the page's custom properties do not exist.
 */
export interface Appearance {
  readonly variables?: Partial<AppearanceVariables>;
  /**
   * Style rules for the card fields in the gateway's frame, and for the form of `PROCESSOR_ELEMENT`. Adyen's form uses only the
   * text styles of `.Input`. To style a card form in your page itself, write CSS.
   */
  readonly rules?: AppearanceRules;
}

/** Style rules, by the part of the form to which they apply. */
export type AppearanceRules = { readonly [Selector in AppearanceSelector]?: AppearanceRule };

/** A part of a form. `.Input--invalid` is a field with a mistake, and `.Error` the message below it. */
export type AppearanceSelector =
  | '.Label'
  | '.Input'
  | '.Input:hover'
  | '.Input:focus'
  | '.Input--invalid'
  | '.Input::placeholder'
  | '.Error';

/** CSS values by property. No value may load a file, and no property positions or hides an element. */
export type AppearanceRule = { readonly [Property in AppearanceProperty]?: string };

/** A style property that a rule may set, named as in the DOM. */
export type AppearanceProperty =
  | 'backgroundColor'
  | 'border'
  | 'borderColor'
  | 'borderRadius'
  | 'borderStyle'
  | 'borderWidth'
  | 'boxShadow'
  | 'color'
  | 'fontFamily'
  | 'fontSize'
  | 'fontWeight'
  | 'letterSpacing'
  | 'lineHeight'
  | 'outline'
  | 'padding'
  | 'textTransform';

/** Colours, sizes and fonts of the forms. */
export interface AppearanceVariables {
  /** The focused field. */
  readonly colorPrimary: string;
  /** Background of the fields. */
  readonly colorBackground: string;
  readonly colorText: string;
  readonly colorTextPlaceholder: string;
  /** Border of the fields. */
  readonly colorBorder: string;
  readonly colorDanger: string;
  readonly borderRadius: string;
  readonly fontFamily: string;
  readonly fontSizeBase: string;
}
