/** Whether the writes of hot paths are checked against their schemas, which costs too much in a gateway at work. */
let areChecked = false;

/** For tests: from now on every write of this process is checked. */
export function checkNativeWrites(): void {
  areChecked = true;
}

export function areNativeWritesChecked(): boolean {
  return areChecked;
}
