import { adminJourneys } from './admin.ts';
import type { Journeys } from './journeys.ts';
import { orderJourneys } from './orders.ts';
import { partJourneys } from './parts.ts';
import { refusalJourneys } from './refusals.ts';

export const journeys: Journeys = { ...partJourneys, ...orderJourneys, ...refusalJourneys, ...adminJourneys };
