export type { Receiver, ReceiverParts } from './face.ts';
export { createKnownTexts } from './known-texts.ts';
export { createPolicyDoor, type PolicyDoor } from './policy.ts';
export { createReceiver } from './receiver.ts';
export { createUnpacker, type Unpacker } from './unpack.ts';
