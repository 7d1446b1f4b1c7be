export { isObject, type Refusal, refusalIn, refuses } from './answer.ts';
export {
  type ClosedSet,
  closedSetOf,
  closedSetOfParam,
  closedSetUnder,
  hasOtherState,
  isStateName,
  wordOf,
} from './closed-set.ts';
export { refusedFields } from './error-fields.ts';
export { fieldPath } from './field-path.ts';
export { bucketOf, formatOf } from './format.ts';
export { type Known, nothingKnown } from './known.ts';
export { scrubAddresses, scrubLabel, scrubWords } from './label.ts';
export { scrubMessage } from './message.ts';
export { countPages } from './paged.ts';
export { decoded, pathPart, templateHost, templatePath } from './path.ts';
export { holdsSecret, isSecret, isSecretName, isSignedToken } from './secret-name.ts';
export { mergeShapes, shapeOf } from './shape.ts';
export { type FrameParts, framesOf, type PlaceOf, stackFrame } from './stack.ts';
export { placeholderOf } from './word.ts';
