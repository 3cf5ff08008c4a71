/**
 * Whether writes through the driver are checked against their schemas. Only tests check them, because the checks cost
 * too much for a running gateway.
 */
let areChecked = false;

/** Turns the checks on for every later write of this process. For tests. */
export function checkNativeWrites(): void {
  areChecked = true;
}

export function areNativeWritesChecked(): boolean {
  return areChecked;
}
