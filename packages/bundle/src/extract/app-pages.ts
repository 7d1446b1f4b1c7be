import type { Unit } from '../evaluate/value.ts';
import type { RouteFact } from './fact.ts';
import { placeIn } from './place-in.ts';
import { templateOf } from './route-path.ts';

/** `static/chunks/app/(shop)/orders/[orderId]/page-3f2a….js`: how webpack calls the script of a page of Next's app router. */
const pageScript = /(?:^|[/_])static\/chunks\/app\/((?:.*\/)?)page(?:-[0-9a-f]+)?\.js$/;

/** The address of the page that a script is only there for; `undefined` where its name tells none. */
export function pageOf({ read }: Unit): string | undefined {
  const folder = pageScript.exec(decoded(read.file.path))?.[1];
  return folder === undefined || /(?:^|\/)_(?:not-found|global-error)\//.test(folder) ? undefined : templateOf(folder);
}

/** Addresses that come from a server are written as addresses are. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a percent sign of its own
  }
}

/** Screens of Next's app router, which no script lists: each has one that is called after it. */
export function routesOfPages(units: readonly Unit[]): RouteFact[] {
  return units.flatMap((unit): RouteFact[] => {
    const path = pageOf(unit);
    const own = path === undefined ? undefined : unit.read.regions.find(({ owner }) => owner.kind === 'product');
    return path === undefined || !own ? [] : [{ path, title: '', access: [], at: placeIn(unit, own.start) }];
  });
}
