/** The value of a setting and where it comes from, so that messages can name the source. */
export interface FoundSetting {
  readonly value: string;
  /** Where the value comes from, in the user's terms: `--base-url`, `KASSA_BASE_URL` or `/srv/shop/kassa.json`. */
  readonly from: string;
}
