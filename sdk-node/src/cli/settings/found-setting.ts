/** A setting with where it comes from, so that messages can say what was taken. */
export interface FoundSetting {
  readonly value: string;
  /** As people would look for it: `--base-url`, `KASSA_BASE_URL`, `/srv/shop/kassa.json`. */
  readonly from: string;
}
