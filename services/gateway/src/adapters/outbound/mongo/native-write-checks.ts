/** Whether the writes of hot paths are checked against their schemas. That costs too much in a real gateway. */
let areChecked = false;

/** For tests: checks every later write of this process. */
export function checkNativeWrites(): void {
  areChecked = true;
}

export function areNativeWritesChecked(): boolean {
  return areChecked;
}
