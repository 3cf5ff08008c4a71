import type { Journey } from '../journey.ts';
import { payingJourneys } from './paying.ts';

export const journeys: readonly Journey[] = [...payingJourneys];
