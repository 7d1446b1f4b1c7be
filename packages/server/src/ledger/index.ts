export {
  type Claim,
  type ClockSeen,
  type DigestLedger,
  type Erasure,
  erasureKey,
  type FixedBatch,
  openDigestLedger,
  type Removal,
  type Whom,
} from './digest-ledger.ts';
export { openLedger } from './door-ledger.ts';
export { erasedMark } from './erased.ts';
export type { DoorLedger } from './face.ts';
export { batchIdentity, identityOf, segmentIdentity } from './identity.ts';
export { accepted, createTally, known, remark, type Tally } from './outcomes.ts';
