export { isSecretName, placeholderOf } from '@sightglass/privacy';
export { type Address, type Place, placeOf, routeOf, takeApart } from './path.ts';
export { queryOf } from './query.ts';
export { frameOf, framesOf } from './stack.ts';
export { fieldPath, scrubLabel, scrubMessage, segment, templatePath } from './words.ts';
