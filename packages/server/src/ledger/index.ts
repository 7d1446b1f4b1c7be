export {
  type Claim,
  type ClockSeen,
  type DigestLedger,
  type Erasure,
  type Expected,
  type FixedBatch,
  openDigestLedger,
} from './digest-ledger.ts';
export { openLedger } from './door-ledger.ts';
export type { DoorLedger, OutcomeRow } from './face.ts';
export { accepted, type Counted, createTally, remark, type Tally } from './outcomes.ts';
