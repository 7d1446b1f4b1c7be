import { createHash } from 'node:crypto';
import { createDevices, type DecodedRecords, type DecodedSegment } from '@sightglass/intake';
import type { Segments } from '@sightglass/store';
import {
  type LiveMessage,
  limits,
  type ReplayEvent,
  type SegmentContent,
  segmentVersion,
  type WireRecord,
} from '@sightglass/wire';
import type { Numbered } from '../journal/index.ts';
import {
  accepted,
  batchIdentity,
  type Claim,
  type DigestLedger,
  identityOf,
  known,
  remark,
  segmentIdentity,
} from '../ledger/index.ts';
import type { Aside } from '../quarantine/index.ts';
import type { Unpacker } from '../receive/index.ts';
import { addLines, addRow, type Batch, touch } from './batch.ts';
import { createLineBook, lineOfRecord, linesOfSegment } from './lines/index.ts';
import { liveOf } from './live-words.ts';
import { type Opened, type OpenedForeign, openEntry } from './open-entry.ts';
import { recordRow } from './record-row.ts';
import { createReplayShare } from './replay-share.ts';

export interface FoldParts {
  ledger: Pick<DigestLedger, 'claimOf' | 'isErased'>;
  segments: Segments;
  aside: Aside;
  unpacker: Unpacker;
  /** Projects that were removed. */
  gone: ReadonlySet<string>;
  partitionOf(time: number): string;
  onLive(project: string, message: LiveMessage): void;
  /** Of one session's replay by another SDK; past it the records alone are taken. Default: what the wire says. */
  sessionReplayBytes?: number;
}

export interface Folder {
  /** Adds an entry's rows to a batch, or sets it aside. The same entry again, after a crash, adds the same. */
  fold(entry: Numbered, batch: Batch): Promise<void>;
  setAside(entry: Numbered, batch: Batch, reason: string, outcome: string): Promise<void>;
  /** Claims of batches that are fixed now are the ledger's. */
  forget(claims: readonly Claim[]): void;
}

export function createFolder(parts: FoldParts): Folder {
  const deviceOf = createDevices();
  const book = createLineBook();
  const share = createReplayShare(parts.sessionReplayBytes ?? limits.maxSessionReplayBytes);
  /** Claims of batches that are not fixed yet. */
  const pending = new Map<string, Claim>();

  async function fold(entry: Numbered, batch: Batch): Promise<void> {
    if (parts.gone.has(entry.project)) {
      batch.last = entry.sequence;
      return;
    }
    const opened = await openOrReason(entry);
    if ('reason' in opened) {
      await setAside(entry, batch, opened.reason, 'quarantined');
      return;
    }
    batch.last = entry.sequence;
    if ('lifted' in opened) {
      await foldForeign(entry, opened, batch);
      return;
    }
    batch.tally.count(entry.project, entry.door, remark('forbidden_key'), opened.cleaned.forbidden);
    batch.tally.count(entry.project, entry.door, remark('replaced_text'), opened.cleaned.replaced);
    for (const [what, items] of Object.entries(opened.decoded.notes))
      batch.tally.count(entry.project, entry.door, remark(what), items);
    if ('records' in opened.decoded) await foldRecords(entry, opened, opened.decoded, batch);
    else await foldSegment(entry, opened.decoded, batch);
  }

  /** A decoder that throws is our mistake, and costs the entry that showed it. */
  async function openOrReason(entry: Numbered): Promise<Opened | OpenedForeign | { reason: string }> {
    try {
      return await openEntry(entry, parts.unpacker, (name) => claimed(keptUnder(entry, name))?.content);
    } catch (error) {
      return { reason: `decoding failed: ${error instanceof Error ? error.name : typeof error}` };
    }
  }

  async function foldRecords(
    entry: Numbered,
    { format }: Opened,
    decoded: DecodedRecords,
    batch: Batch,
  ): Promise<void> {
    const { envelope, records, refused, skewMs } = decoded;
    const { project, door, receivedAt, sample, country = '' } = entry;
    if (parts.ledger.isErased(project, envelope.session)) {
      batch.tally.count(project, door, 'erased', records.length + refused.length);
      return;
    }
    const whose = claim(batchIdentity(project, envelope), contentOf(decoded), entry, batch);
    if (whose === 'duplicate') batch.tally.count(project, door, known, records.length + refused.length);
    else if (whose === 'conflict') await setAside(entry, batch, reasons.conflict, 'conflict');
    if (whose !== 'ours') return;
    const said = records.find(({ record }) => record.kind === 'session')?.record;
    const userAgent = said?.kind === 'session' ? said.userAgent : entry.userAgent;
    const about = { project, receivedAt, sample, country, intake: format.intake, ...deviceOf(userAgent) };
    for (const record of records) {
      addRow(batch, 'records', parts.partitionOf(record.record.at), recordRow(record, envelope, about, batch.id));
      touch(batch, project, envelope.session, record.record.at);
    }
    rememberRecords(entry, envelope.session, records, batch);
    batch.tally.count(project, door, accepted, records.length);
    for (const { code } of refused) batch.tally.count(project, door, code, 1);
    const live = liveOf(envelope, records, envelope.startedAt + skewMs, receivedAt);
    if (live !== undefined) parts.onLive(project, live);
  }

  async function foldSegment(entry: Numbered, { segment, refused }: DecodedSegment, batch: Batch): Promise<void> {
    const { project, door } = entry;
    const became = await keepSegment(entry, segment, batch);
    if (became === 'duplicate') batch.tally.count(project, door, known, 1);
    else if (became === 'conflict') await setAside(entry, batch, reasons.conflict, 'conflict');
    else if (became === 'unencodable') await setAside(entry, batch, reasons.unencodable, 'quarantined');
    else if (became === 'erased') batch.tally.count(project, door, 'erased', 1);
    else batch.tally.count(project, door, remark('invalid_event'), refused.length);
  }

  async function keepSegment(
    entry: Numbered,
    segment: DecodedSegment['segment'],
    batch: Batch,
  ): Promise<'kept' | 'duplicate' | 'conflict' | 'unencodable' | 'erased'> {
    const { project, door } = entry;
    const { session, tab, page, seq, until } = segment;
    if (parts.ledger.isErased(project, session)) return 'erased';
    const whose = claim(segmentIdentity(project, segment), contentOfSegment(segment), entry, batch);
    if (whose !== 'ours') return whose;
    const stored = await append(entry, segment);
    if (stored === undefined) return 'unencodable';
    const { row, refusedTexts, refusedAssets, leftAssets } = stored;
    addRow(batch, 'replay_segments', parts.partitionOf(row.from), { ...row, _batch: batch.id });
    touch(batch, project, session, row.from);
    addLines(batch, book.take({ ...linesOf(entry), session }, linesOfSegment(segment)));
    batch.segments.push({ project, session, tab, page, seq, until });
    batch.tally.count(project, door, accepted, 1);
    batch.tally.count(project, door, remark('wrong_hash'), refusedTexts);
    batch.tally.count(project, door, remark('asset_refused'), refusedAssets);
    batch.tally.count(project, door, remark('assets_full'), leftAssets);
    return 'kept';
  }

  /** What another SDK sent: each of its batches and segments has an identity of its own, and what is good stays when the rest is not. */
  async function foldForeign(entry: Numbered, { format, lifted, same }: OpenedForeign, batch: Batch): Promise<void> {
    const { project, door, receivedAt, sample, country = '' } = entry;
    const whole = same && identityOf(project, door, 'body', createHash('sha256').update(same).digest('hex'));
    const cameFirst = (whole && claimed(whole)?.sequence) ?? entry.sequence;
    const again = cameFirst !== entry.sequence;
    const count = (outcome: string, items: number): void => batch.tally.count(project, door, outcome, items);
    const about = { project, receivedAt, sample, country, intake: format.intake, ...deviceOf(entry.userAgent) };
    for (const { sender, identity, records } of lifted.batches) {
      if (parts.ledger.isErased(project, sender.session)) {
        count('erased', records.length);
        continue;
      }
      const one = identityOf(project, door, sender.session, sender.tab, identity);
      if (again || claim(one, '', entry, batch) !== 'ours') {
        count(known, records.length);
        continue;
      }
      for (const record of records) {
        addRow(batch, 'records', parts.partitionOf(record.record.at), recordRow(record, sender, about, batch.id));
        touch(batch, project, sender.session, record.record.at);
      }
      rememberRecords(entry, sender.session, records, batch);
      count(accepted, records.length);
      const began = records.reduce((least, { record }) => Math.min(least, record.at), receivedAt);
      const live = liveOf(sender, records, began, receivedAt);
      if (live !== undefined) parts.onLive(project, live);
    }
    if (!again) for (const [name, value] of lifted.kept) claim(keptUnder(entry, name), value, entry, batch);
    const wrong = new Map(Object.entries(lifted.aside));
    for (const segment of lifted.segments) {
      if (again) {
        count(parts.ledger.isErased(project, segment.session) ? 'erased' : 'duplicate', 1);
        continue;
      }
      // Our own SDK is told so at the door; this one was acknowledged before anybody knew whose it is.
      if (!share.take(entry, segment.session)) {
        count('replay_full', 1);
        continue;
      }
      const whole = { v: segmentVersion, format: 'rrweb/2', sentAt: receivedAt, ...segment } as const;
      const became = await keepSegment(entry, whole, batch);
      if (became === 'duplicate' || became === 'erased') count(became, 1);
      else if (became !== 'kept') wrong.set(reasons[became], (wrong.get(reasons[became]) ?? 0) + 1);
    }
    for (const [code, items] of Object.entries(lifted.refused)) count(code, items);
    for (const [what, items] of Object.entries(lifted.apart)) count(remark(what), items);
    for (const [what, items] of Object.entries(remarks(lifted.notes))) count(remark(what), items);
    if (wrong.size === 0) {
      // What went to the quarantine may be run again.
      if (whole !== undefined) claim(whole, '', entry, batch);
      return;
    }
    const told = [...wrong].slice(0, maxReasons).map(([reason, items]) => `${reason}${items > 1 ? ` (${items})` : ''}`);
    await parts.aside.putEntry(entry, told.join('; '));
    count(
      'quarantined',
      [...wrong.values()].reduce((sum, items) => sum + items, 0),
    );
  }

  function rememberRecords(
    entry: Numbered,
    session: string,
    records: readonly { record: WireRecord }[],
    batch: Batch,
  ): void {
    const lines = records.map(({ record }) => lineOfRecord(record)).filter((line) => line !== undefined);
    addLines(batch, book.take({ ...linesOf(entry), session }, lines));
  }

  /** undefined: the encoder threw at this segment. A disk that fails is no fault of the segment, and ends the digest. */
  async function append({ project, receivedAt, sample }: Numbered, segment: DecodedSegment['segment']) {
    try {
      return await parts.segments.append(project, segment, { receivedAt, sample });
    } catch (error) {
      const ofTheDisk = error instanceof Error && 'syscall' in error;
      if (ofTheDisk) throw error;
      return undefined;
    }
  }

  function claimed(identity: Buffer): { sequence: number; content: string } | undefined {
    return pending.get(identity.toString('latin1')) ?? parts.ledger.claimOf(identity);
  }

  /** The first entry that brings an identity has it; asked again after a crash, it still has. */
  function claim(
    identity: Buffer,
    content: string,
    { sequence, receivedAt }: Numbered,
    batch: Batch,
  ): 'ours' | 'duplicate' | 'conflict' {
    const key = identity.toString('latin1');
    const before = claimed(identity);
    if (before !== undefined && before.sequence !== sequence)
      return before.content === content ? 'duplicate' : 'conflict';
    const made = { identity, sequence, content, at: receivedAt };
    pending.set(key, made);
    batch.claims.push(made);
    return 'ours';
  }

  async function setAside(entry: Numbered, batch: Batch, reason: string, outcome: string): Promise<void> {
    batch.last = entry.sequence;
    await parts.aside.putEntry(entry, reason);
    batch.tally.count(entry.project, entry.door, outcome, 1);
  }

  return {
    fold,
    setAside,
    forget(claims) {
      for (const { identity } of claims) pending.delete(identity.toString('latin1'));
    },
  };
}

const linesOf = ({ project, sample, sequence }: Numbered) => ({ project, sample, sequence });

const reasons = {
  conflict: 'a batch or segment with this number and other content came before',
  unencodable: 'its replay could not be encoded',
};
const maxReasons = 8;

/** What a decoder left for later bodies is claimed as batches are: the first word stands, also when it is decoded again. */
const keptUnder = ({ project, door }: Numbered, name: string): Buffer => identityOf(project, door, 'kept', name);

const remarks = ({ forbidden, replaced, ...notes }: OpenedForeign['lifted']['notes']) => ({
  ...notes,
  forbidden_key: forbidden,
  replaced_text: replaced,
});

/**
 * What tells a batch from another one under the same number, such as a browser sends when a crash gave it back numbers that it has used since.
 * A batch that is sent again keeps it, whatever its clock is found to be this time.
 */
function contentOf({ envelope, records, refused, skewMs }: DecodedRecords): string {
  const times = [records[0], records.at(-1)].map((one) => (one === undefined ? '' : one.record.at - skewMs));
  return [envelope.first, records.length + refused.length, ...times].join(' ');
}

/**
 * Times of rrweb's events from the first on: by how much they were moved is measured at each receipt, and differs for a body that comes again.
 */
function contentOfSegment(segment: SegmentContent): string {
  const events = segment.format === 'rrweb/2' ? fromTheFirst(segment.events) : segment.events;
  return createHash('sha256').update(JSON.stringify(events)).digest('hex').slice(0, 32);
}

function fromTheFirst(events: readonly ReplayEvent[]): ReplayEvent[] {
  const began = events[0]?.timestamp ?? 0;
  return events.map((event) => ({ ...event, timestamp: event.timestamp - began }));
}
