export { scrubLabel } from './label.ts';
export { scrubMessage } from './message.ts';
export { type Address, type Place, placeOf, routeOf, segment, takeApart, templatePath } from './path.ts';
export { formatOf, queryOf } from './query.ts';
export { isSecretName, isSignedToken } from './secret-name.ts';
export { frameOf, framesOf } from './stack.ts';
export { placeholderOf } from './word.ts';
