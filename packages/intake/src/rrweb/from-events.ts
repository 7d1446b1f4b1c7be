import type { ActionRecord, ConsoleRecord, ResourceRecord, ViewRecord } from '@sightglass/wire';
import { nameOf, roleOf } from '../element.ts';
import type { Gatherer, Sender } from '../foreign/index.ts';
import { countOf, fieldsOf, type Given, numberOf, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { framesOf, placeOf, queryOf, routeOf, scrubMessage, segment, takeApart } from '../privacy/index.ts';
import { attributesOf, levelOf, lineOf } from '../said.ts';
import { logSource } from './normalise.ts';
import { createPageNodes } from './page-nodes.ts';

/** A page load as the recording of it begins. */
interface Shown {
  address: ReturnType<typeof takeApart>;
  route: string;
  view: string;
}

/**
 * What rrweb's events tell beside the picture: page loads, clicks, and what its plugins for console and network saw. In order of time.
 * What comes
 * before the first page of a body is on the one that `url` names, or has no route. `isFirst`: the page begins in this body.
 */
export function recordEvents(
  given: readonly Given[],
  { page, isFirst, url }: { page: string; isFirst: boolean; url: string | undefined },
  sender: Sender,
  gatherer: Gatherer,
): void {
  const nodes = createPageNodes();
  const named = shownAt(url);
  let shown: Shown | undefined;
  for (const event of given) {
    const { type } = event;
    const at = timeOf(event.timestamp);
    const data = fieldsOf(event.data);
    if (at === undefined) continue;
    const on = shown ?? named;
    const where = on === undefined ? {} : { view: on.view, route: on.route };
    const id = `${page} ${at}`;
    if (type === 4) shown = showPage(data, at, shown);
    else if (type === 5) tellCustom(data, at, id, where);
    else if (type === 6) tellPlugin(data, at, id, where);
    else if (type === 3 && data.source === 2 && data.type === 2) tellClick(data, at, where);
    else if (type === 3 && data.source === logSource) tellLine(data, at, id, where);
    nodes.apply({ type: Number(type), timestamp: at, data: event.data });
  }

  type Where = { view?: string; route?: string };

  function shownAt(href: unknown): Shown | undefined {
    const address = takeApart(textOf(href) ?? '');
    if (address === undefined) return undefined;
    const { path, query, hash } = address;
    const view = `v-${hash64(`${sender.session} ${page} ${path}?${query}#${hash}`)}`;
    return { address, route: routeOf(address), view };
  }

  /** rrweb writes the page's address again with each checkout; one address of a page load is one view. */
  function showPage(data: Given, at: number, before: Shown | undefined): Shown | undefined {
    const now = shownAt(data.href);
    if (now === undefined) return before;
    const { view, route } = now;
    if (before?.view !== view) {
      // Later than at a page's start, a checkout noticed that the page went to another address without being loaded again.
      const cause = before === undefined && isFirst ? 'load' : 'push';
      const record: ViewRecord = { kind: 'view', at, view, route, version: 0, path: route, title: '', cause };
      if (before !== undefined) record.from = before.route;
      // The earliest is when it began: a later checkout tells the same view again.
      gatherer.record(sender, { id: '', version: versionOf(at) }, record);
    }
    return now;
  }

  function tellClick({ id: node }: Given, at: number, where: Where): void {
    const found = nodes.find(node);
    const id = `a-${hash64(`${page} ${at} ${node}`)}`;
    const record: ActionRecord = {
      kind: 'action',
      at,
      ...where,
      id,
      version: 0,
      type: 'click',
      role: found === undefined ? '' : roleOf(found.tag, found.attributes),
      name: found === undefined ? '' : nameOf(found.attributes, found.text),
      frustrations: [],
    };
    if (found !== undefined) record.target = found.tag;
    gatherer.record(sender, { id }, record);
  }

  function tellCustom({ tag, payload }: Given, at: number, id: string, where: Where): void {
    const name = segment(textOf(tag) ?? '').slice(0, 256) || 'custom';
    const said = fieldsOf(payload);
    if (tag === 'error' && textOf(said.message) !== undefined) {
      tellError(said, at, id, where);
      return;
    }
    const attributes = attributesOf({ ...said, ...fieldsOf(said.ctx) });
    gatherer.record(
      sender,
      { id: `${id} ${name} ${hash64(JSON.stringify(attributes))}` },
      {
        kind: 'custom',
        at,
        ...where,
        name,
        attributes,
      },
    );
  }

  /** rrweb has no word for an error; this is the custom event that docs/formats/rrweb.md asks for. */
  function tellError({ name, message, stack }: Given, at: number, id: string, where: Where): void {
    const type = scrubMessage((textOf(name) ?? 'Error').slice(0, 256));
    const text = scrubMessage(textOf(message) ?? '', { type });
    gatherer.record(
      sender,
      { id: `${id} ${hash64(`${type} ${text}`)}` },
      {
        kind: 'error',
        at,
        ...where,
        source: 'manual',
        handled: true,
        type,
        message: text,
        stack: framesOf(stack, (shown ?? named)?.address),
      },
    );
  }

  function tellPlugin({ plugin, payload }: Given, at: number, id: string, where: Where): void {
    const name = textOf(plugin) ?? '';
    if (name.startsWith('rrweb/console@')) tellLine(fieldsOf(payload), at, id, where);
    else if (name.startsWith('rrweb/network@'))
      for (const [index, request] of requestsOf(payload).entries()) tellCall(request, at, `${id} ${index}`, where);
  }

  function tellLine({ level, payload }: Given, at: number, id: string, where: Where): void {
    const text = lineOf(Array.isArray(payload) ? payload.map(unquoted) : payload);
    if (text === '') return;
    const record: ConsoleRecord = { kind: 'console', at, ...where, level: levelOf(level), text };
    gatherer.record(sender, { id: `${id} ${record.level} ${hash64(text)}` }, record);
  }

  function tellCall(request: Given, at: number, id: string, where: Where): void {
    const place = placeOf(textOf(request.name ?? request.url) ?? '', (shown ?? named)?.address);
    if (place === undefined) return;
    const query = queryOf(place.query);
    const status = Math.min(countOf(request.status ?? request.responseStatus) ?? 0, 999);
    const type = request.initiatorType === 'xmlhttprequest' ? 'xhr' : 'fetch';
    const record: ResourceRecord = {
      kind: 'resource',
      at: timeOf(request.timestamp) ?? at,
      ...where,
      id: `c-${hash64(id)}`,
      type,
      method: (textOf(request.method) ?? 'GET').toUpperCase().slice(0, 16),
      host: place.host,
      path: place.path,
      ...(query === undefined ? {} : { query }),
      status,
      ...(status === 0 ? { failure: 'network' as const } : {}),
      durationMs: Math.max(0, numberOf(request.duration) ?? 0),
    };
    gatherer.record(sender, { id: record.id }, record);
  }
}

/** The first word of a view is the truest: when it began. Seconds count down, for the highest version stands. */
const versionOf = (at: number): number => Math.max(0, 2 ** 32 - 1 - Math.floor(at / 1_000));

/** Calls, not what else the network plugin lists: assets come with each page and fill its list. */
function requestsOf(payload: unknown): Given[] {
  const { requests } = fieldsOf(payload);
  return (Array.isArray(requests) ? requests.slice(0, 1_000) : [])
    .map(fieldsOf)
    .filter(({ initiatorType }) => /^(fetch|xmlhttprequest)$/.test(String(initiatorType)));
}

/** The console plugin writes each argument as JSON. */
function unquoted(argument: unknown): unknown {
  if (typeof argument !== 'string') return argument;
  if (/^[[{]/.test(argument)) return '{object}';
  return /^".*"$/s.test(argument) ? argument.slice(1, -1) : scrubMessage(argument);
}
