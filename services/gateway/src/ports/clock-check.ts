/** Compares this server's clock with another clock that all instances share. */
export interface ClockCheck {
  /**
   * Returns what is wrong with this server's clock, in words for an operator. Null if the clock is right, or if the other clock
   * cannot be read now.
   */
  fault(): Promise<string | null>;
}
