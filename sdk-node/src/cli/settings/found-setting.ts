/** The value of a setting and where it comes from, so that messages can name the source. */
export interface FoundSetting {
  readonly value: string;
  /** The source as users know it: `--base-url`, `KASSA_BASE_URL`, `/srv/shop/kassa.json`. */
  readonly from: string;
}
