export {
  type Claim,
  type ClockSeen,
  type DigestLedger,
  type Erasure,
  erasureKey,
  type FixedBatch,
  namesOf,
  openDigestLedger,
  type Removal,
  type Whom,
} from './digest-ledger.ts';
export { openLedger } from './door-ledger.ts';
export { erasedMark, type SetAside } from './erased.ts';
export type { DoorLedger } from './face.ts';
export { batchIdentity, identityOf, segmentIdentity } from './identity.ts';
export { accepted, createTally, known, remark, type Tally } from './outcomes.ts';
export { type Known, readKnown, takeOver } from './take-over.ts';
