export type { DoorLedger, OutcomeRow } from './face.ts';
