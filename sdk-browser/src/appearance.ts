/**
 * How a form is to look, whoever draws it. Every value is a CSS value without `var()`: a processor's form
 * lies in a frame of another origin, where the custom properties of the page do not reach.
 */
export interface Appearance {
  readonly variables?: Partial<AppearanceVariables>;
}

/** Colours, sizes and fonts of the forms. */
export interface AppearanceVariables {
  /** What has the focus. */
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
