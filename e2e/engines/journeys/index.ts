import type { Journey } from '../journey.ts';
import { embeddedJourneys, partitionedStorage } from './embedded.ts';
import { keyboardJourneys } from './keyboard.ts';
import { payingJourneys } from './paying.ts';
import { readingJourneys } from './reading.ts';
import { returningJourneys } from './returning.ts';
import { selfBuiltJourneys } from './self-built.ts';

export const journeys: readonly Journey[] = [
  ...payingJourneys,
  ...returningJourneys,
  ...embeddedJourneys,
  partitionedStorage,
  ...keyboardJourneys,
  ...selfBuiltJourneys,
  ...readingJourneys,
];
