/**
 * The appearance of a payment form, whichever renderer draws it. Values are CSS values without `var()`, because a processor's
 * form is in a frame of another origin, where the page's custom properties do not exist.
 */
export interface Appearance {
  readonly variables?: Partial<AppearanceVariables>;
}

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
