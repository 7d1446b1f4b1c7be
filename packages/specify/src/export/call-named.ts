import { type CallName, placeOf } from '@sightglass/wire';

/** Identity of a call, whatever its variables are called. */
export const callNamed = ({ method, path }: CallName): string => `${method} ${placeOf(path)}`;
