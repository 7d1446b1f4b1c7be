export { type BillAbout, toCycloneDx, toSpdx } from './bill-of-materials.ts';
export { type AboutCode, type Code, readCode } from './code.ts';
export { type CodeFacts, factsOf } from './extract/index.ts';
export {
  type BundleFile,
  type BundleProblem,
  isDocument,
  type OriginalPlace,
  type Owner,
  type Place,
  type ReadFile,
  type Region,
} from './face.ts';
export {
  decodeIndex,
  encodeIndex,
  type IndexContent,
  type IndexedPackage,
  type ThirdPartyIndex,
} from './index/format.ts';
export { type Hash, hashOf, tokensOf } from './index/token.ts';
export { type InspectAbout, type Inspection, inspect } from './inspect.ts';
export { type LeftOut, leftOutOf, type Seen } from './left-out.ts';
export * from './limits.ts';
export { type Lines, linesOf } from './lines.ts';
export { whyForeign } from './map/belongs.ts';
export { isFault, type MapFault, readMap, type SourceMap } from './map/read.ts';
export { statementsOf } from './points/index.ts';
export { readBundle } from './read.ts';
export { type Unit, unitsOf } from './split/units.ts';
export { type ThirdParty, thirdPartyOf } from './third-party.ts';
export { type MapOf, type OriginalFrame, type StackFrame, unminify } from './unminify.ts';
