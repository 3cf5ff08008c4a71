/** A setting and its source, so that messages can name it. */
export interface FoundSetting {
  readonly value: string;
  /** The source, as users know it: `--base-url`, `KASSA_BASE_URL`, `/srv/shop/kassa.json`. */
  readonly from: string;
}
