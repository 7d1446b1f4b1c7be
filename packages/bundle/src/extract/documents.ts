import type { Unit } from '../evaluate/value.ts';
import { isDocument } from '../face.ts';
import type { RouteFact, WordingFact } from './fact.ts';
import { placeIn } from './place-in.ts';
import { templateOf } from './route-path.ts';

/** What pages and manifests beside the scripts say: the title of `index.html`, and the routes that a framework lists. */
export function documentsIn(units: readonly Unit[]): { wording: WordingFact[]; routes: RouteFact[] } {
  const documents = units.filter(({ read }) => isDocument(read.file.path));
  return {
    wording: documents.flatMap((unit) => (/\.html?$/i.test(unit.read.file.path) ? ofPage(unit) : [])),
    routes: documents.flatMap((unit) => (/\.json$/i.test(unit.read.file.path) ? ofManifest(unit) : [])),
  };
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const plain = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) =>
      name
        ? (named[name.toLowerCase()] ?? whole)
        : String.fromCodePoint(Number.parseInt(decimal ?? hexadecimal, decimal ? 10 : 16)),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** What no product calls itself: what a template of a framework was delivered with, or what is put in later. */
const fromTemplate =
  /^(?:vite(?: ?\+ ?\w+)*|react app|vue app|document|index|home|app|untitled|my app|loading.*|.*(?:%|\{\{|<\?).*)$/i;

function ofPage(unit: Unit): WordingFact[] {
  const { text } = unit.read.file;
  const found = /<title[^>]*>([^<]{1,300})<\/title>/i.exec(text);
  const title = found?.[1] === undefined ? '' : plain(found[1]);
  return found && title !== '' && !fromTemplate.test(title)
    ? [{ kind: 'document', text: title, at: placeIn(unit, found.index) }]
    : [];
}

/** `{"staticRoutes": [{"page": "/orders"}], "dynamicRoutes": […]}` of Next. */
function ofManifest(unit: Unit): RouteFact[] {
  const { text } = unit.read.file;
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return []; // it is no manifest, then
  }
  const { staticRoutes, dynamicRoutes } = (told ?? {}) as { staticRoutes?: unknown; dynamicRoutes?: unknown }; // looked at below
  return [staticRoutes, dynamicRoutes].flatMap((list) =>
    (Array.isArray(list) ? list : []).flatMap((route: { page?: unknown } | null): RouteFact[] => {
      const page = route?.page;
      if (typeof page !== 'string' || /^\/(?:_|api\/|404$|500$|favicon)/.test(page)) return [];
      const path = templateOf(page);
      const at = placeIn(unit, Math.max(0, text.indexOf(JSON.stringify(page))));
      return path === undefined ? [] : [{ path, title: '', access: [], at }];
    }),
  );
}
