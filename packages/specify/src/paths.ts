import { type CallName, type Fact, nameVariables, type ObservationKind } from '@sightglass/wire';

/** Which segments of the paths that sessions show are variables, and what these are called. */
export interface Paths {
  /** Of `GET /api/orders/{integer}`, or of a key that begins like it. */
  call(key: string): CallName;
  route(route: string): string;
}

export function resolvePaths(_of: (kind: ObservationKind) => readonly Fact[]): Paths {
  return {
    call(key) {
      const [method = '', path = ''] = key.split(' ');
      return { method, path: nameVariables(path) };
    },
    route: nameVariables,
  };
}
