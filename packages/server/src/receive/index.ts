export { createAssetsDoor } from './assets.ts';
export type { Receiver, ReceiverParts } from './face.ts';
export { readHead, tools } from './foreign.ts';
export { createKnownTexts } from './known-texts.ts';
export { createPolicyDoor, type PolicyDoor } from './policy.ts';
export { createReceiver } from './receiver.ts';
export { createUnpacker, release, type Unpacker } from './unpack.ts';
