export type { Receiver, ReceiverParts } from './face.ts';
