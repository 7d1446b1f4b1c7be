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
export { batchIdentity, identityOf, segmentIdentity } from './identity.ts';
export { accepted, type Counted, createTally, known, remark, type Tally } from './outcomes.ts';
