export { bucketOf, formatOf } from './format.ts';
export { type Known, nothingKnown } from './known.ts';
export { scrubAddresses, scrubLabel, scrubWords } from './label.ts';
export { scrubMessage } from './message.ts';
export { pathPart, templateHost, templatePath } from './path.ts';
export { holdsSecret, isSecret, isSecretName, isSignedToken } from './secret-name.ts';
export { type FrameParts, framesOf, type PlaceOf, stackFrame } from './stack.ts';
export { placeholderOf } from './word.ts';
