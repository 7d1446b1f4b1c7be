export { createAssetsDoor } from './assets.ts';
export { type CountryHeader, createCountryReader } from './country.ts';
export type { Receiver, ReceiverParts } from './face.ts';
export { readHead, tools } from './foreign.ts';
export { createKnownTexts } from './known-texts.ts';
export { createPolicyDoor } from './policy.ts';
export { createReceiver } from './receiver.ts';
export { createUnpacker, type Unpacker } from './unpack.ts';
