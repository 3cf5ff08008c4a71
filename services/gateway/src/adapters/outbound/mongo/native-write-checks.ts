/**
 * Whether writes that bypass Mongoose are checked against the collections' schemas. Only tests check them, because the checks
 * would cost a running gateway too much time.
 */
let areChecked = false;

/** Makes this process check all later writes that bypass Mongoose. Only tests call it. */
export function checkNativeWrites(): void {
  areChecked = true;
}

export function areNativeWritesChecked(): boolean {
  return areChecked;
}
