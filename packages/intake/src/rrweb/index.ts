import { limits } from '@sightglass/wire';
import { createGatherer, type ForeignFormat, idOf, readQuery, type Sender } from '../foreign/index.ts';
import { countOf, fieldsOf, type Given, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { recordEvents } from './from-events.ts';
import { normaliseEvents } from './normalise.ts';
import { readBody } from './read.ts';

/** What a request says beside its events, in its query or, where that says nothing, beside `events` in its body. */
type Beside = (name: string) => string | undefined;

/** A session may stand in the path; what browsers percent-encode is no part of an id. */
const door = /^\/rrweb(?:\/([^/]{1,128})?)?$/;

/** Plain rrweb, posted by a few lines of anyone's own. docs/formats/rrweb.md says how, and which field becomes what. */
export const rrweb: ForeignFormat = {
  intake: 'rrweb',
  opens: (path) => door.test(path),
  keyOf: ({ query, header }) => readQuery(query).get('key') ?? header('x-sightglass-key'),
  maxBodyBytes: limits.maxSegmentBodyBytes,
  maxUnpackedBytes: limits.maxSegmentUnpackedBytes,
  // The senders are scripts of a few lines, which look at the status at most.
  answer: () => ({ status: 202, text: '' }),
  decode(body, head, about, tools) {
    const read = readBody(body, tools);
    if (read === undefined) return { reason: 'no part of it is JSON' };
    const query = readQuery(head.query);
    const beside: Beside = (name) => query.get(name) || said(read.beside, name);
    const session = beside('session') ?? door.exec(head.path)?.[1];
    if (session === undefined) return { reason: 'neither the path, the query nor the body names a session' };
    const sender = senderOf(session, beside);
    const gatherer = createGatherer(about, tools.recall);
    gatherer.cleaned(read.cleaned);
    for (const [reason, items] of Object.entries(read.bad)) gatherer.aside(reason, items);
    const told = read.events.map(fieldsOf);
    const { events, bad } = normaliseEvents(told.filter((event) => !isRecord(event)));
    if (bad > 0) gatherer.aside('an event that is none', bad);
    const page = idOf(beside('page') ?? session);
    const first = events[0];
    const seq = countOf(beside('seq'));
    if (first !== undefined)
      gatherer.segment({
        session: sender.session,
        tab: sender.tab,
        page,
        seq: seq ?? sequenceOf(first.timestamp),
        anchor: events.some(({ type }) => type === 2),
        events,
      });
    const inOrder = told.filter(({ timestamp }) => timeOf(timestamp) !== undefined);
    inOrder.sort((one, other) => Number(timeOf(one.timestamp)) - Number(timeOf(other.timestamp)));
    recordEvents(inOrder, { page, isFirst: (seq ?? 0) === 0, url: beside('url') }, sender, gatherer);
    return gatherer.lifted();
  },
};

function said(beside: Given, name: string): string | undefined {
  const value = beside[name];
  return typeof value === 'number' ? String(value) : textOf(value);
}

function senderOf(session: string, beside: Beside): Sender {
  const visitor = beside('visitor');
  return {
    session: idOf(session),
    tab: idOf(beside('tab') ?? session),
    release: (beside('release') ?? '').slice(0, 256),
    environment: (beside('environment') ?? '').slice(0, 256),
    visitor: visitor === undefined ? null : `u-${hash64(visitor)}`,
    role: (beside('role') ?? '').slice(0, 256),
  };
}

/** Custom events and those of the console and network plugins become records; a picture has no use for their texts. */
function isRecord({ type, data }: Given): boolean {
  return type === 5 || (type === 6 && /^rrweb\/(console|network)@/.test(String(fieldsOf(data).plugin)));
}

const epoch = Date.UTC(2026, 0, 1);

/** Where the sender counts nothing, time does, in tenths of seconds: the order holds, but what is missing cannot be told from a pause. */
const sequenceOf = (at: number): number => Math.max(0, Math.floor((at - epoch) / 100)) % 2 ** 32;
