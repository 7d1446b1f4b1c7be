import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalog, createCatalog, createColumns, createFileSegments, createReleaseBlobs } from '@sightglass/store';
import { catalogue, type LiveMessage, SightglassError } from '@sightglass/wire';
import type { FastifyInstance } from 'fastify';
import { answerAccounts } from './accounts/answers.ts';
import { createAttempts } from './accounts/attempts.ts';
import { rank } from './accounts/caller.ts';
import { startKeyRing } from './accounts/key-ring.ts';
import { startWithOwner } from './accounts/owner.ts';
import { createPasswords } from './accounts/password.ts';
import { answerDoctor } from './administration/doctor.ts';
import { answerIntake } from './administration/intake.ts';
import { answerKeys } from './administration/keys.ts';
import { answerMembers } from './administration/members.ts';
import { readNewestReplay } from './administration/newest-replay.ts';
import { answerProjects } from './administration/projects.ts';
import { answerRecording } from './administration/recording.ts';
import { answerRemoval, unlessGone } from './administration/removal.ts';
import { answerRetention } from './administration/retention.ts';
import { answerSample } from './administration/sample.ts';
import { answerTestSession } from './administration/test-session.ts';
import type { Handlers } from './answer/handlers.ts';
import { answerIssues } from './answer/issues.ts';
import { answerMeasured } from './answer/measured.ts';
import { answerNotes } from './answer/notes.ts';
import { answerReleases } from './answer/releases.ts';
import { answerSessionFiles } from './answer/session-files.ts';
import { answerSpecification } from './answer/specification.ts';
import { tellingErased } from './answer/telling-erased.ts';
import { answerViews } from './answer/views.ts';
import { answerVisitors, finishErasing, forgetStored } from './answer/visitors.ts';
import { closedWhile } from './answer/while-erasing-again.ts';
import { tellStarting } from './answer/while-starting.ts';
import { answerAudit, createAuditing } from './audit/index.ts';

import { type Digest, startDigest } from './digest/index.ts';
import { startGrouping } from './issues/index.ts';
import { createAgeing, createJournal, oldestFile, testSync, warnOfSync } from './journal/index.ts';
import { openLedger } from './ledger/index.ts';
import { answerLive } from './live/answers.ts';
import { createHub } from './live/hub.ts';
import { tellErased } from './live/tell-erased.ts';
import { openQuarantine } from './quarantine/index.ts';
import {
  createAssetsDoor,
  createCountryReader,
  createKnownTexts,
  createPolicyDoor,
  createReceiver,
} from './receive/index.ts';
import { createReleaseCode, createUploads, startTidying } from './releases/index.ts';
import { createApp } from './serve/app.ts';
import { collectMetrics } from './serve/metrics.ts';
import { startChosenEngine } from './start/engine.ts';
import { BadWish, type Wishes } from './start/environment.ts';
import { startExample } from './start/example.ts';
import { lockFolder, toStartProblem } from './start/lock.ts';
import { createLog } from './start/log.ts';
import { originOf } from './start/origin.ts';

export interface Sightglass {
  /** Where the dashboard, the API and the intake are. */
  origin: string;
  /** null when there is an owner. */
  setupUrl: string | null;
  /** Where the example application is; undefined: not wanted, or not able to start. */
  demoOrigin: string | undefined;
  /** In order: no new work, what is in flight answered, everything acknowledged safe, children gone. */
  stop(): Promise<void>;
}

/** 20 characters of base64 hold 120 bits. */
const safeTokenChars = 20;
const repository = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Puts the server together: the one place that makes the parts and hands them to each other. The intake takes in as soon as the
 * journal is open; this resolves when questions can be answered too.
 *
 * @param say - Takes a line for the operator, also long after the start.
 * @throws {SightglassError} of the section "Starting" in docs/errors.md
 */
export async function boot(wishes: Wishes, version: string, say: (line: string) => void): Promise<Sightglass> {
  const now = Date.now;
  const inData = (name: string) => join(wishes.data, name);
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    // One part that fails to stop must not keep the others from it.
    for (const step of stops.splice(0).reverse())
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything stopped in order');
  };
  /** Stopped in the opposite order in which things were made. */
  function keep<Part>(part: Part, end: (part: Part) => unknown): Part {
    stops.push(() => end(part));
    return part;
  }

  try {
    keep(lockFolder(wishes.data), (lock) => lock.release());
    const log = createLog(wishes);
    const syncTest = testSync(wishes.data);
    const unsafe = warnOfSync(syncTest);
    if (unsafe !== undefined) {
      log.warn({ data: wishes.data, syncTest }, 'the data folder does not keep what is synced');
      say(`${unsafe.says} ${unsafe.help}`);
    }
    const catalog = keep(await createCatalog(inData('catalog.sqlite'), now), (it) => it.stop());
    if (catalog.isDamaged()) {
      log.error({ file: inData('catalog.sqlite') }, 'the catalog is damaged');
      say(`${inData('catalog.sqlite')} is damaged. ${catalogue.catalog_damaged.help}`);
    }
    await catalog.tokens.setBootstrap(wishes.bootstrapToken);
    if (wishes.bootstrapToken !== null && wishes.bootstrapToken.length < safeTokenChars)
      say(`SIGHTGLASS_BOOTSTRAP_TOKEN is short enough to be guessed; ${safeTokenChars} random characters are not.`);
    await catalog.tokens.dropPassing();
    const passwords = await createPasswords();
    const setup = await startWithOwner(catalog, passwords, wishes.owner);

    const ledger = keep(openLedger(inData('ledger.sqlite'), now), (it) => it.stop());
    if (ledger.isDamaged()) {
      log.error({ file: inData('ledger.sqlite') }, 'the ledger is damaged');
      say(`${inData('ledger.sqlite')} is damaged. ${catalogue.ledger_damaged.help}`);
    }
    const warn = (err: unknown) => log.warn({ err }, 'the audit could not be written');
    const auditing = keep(createAuditing({ catalog, isErased: ledger.isErased, now, warn }), (it) => it.stop());
    const engine = keep(startChosenEngine(wishes, log, say), (it) => it.stop());
    const columns = keep(createColumns(engine.address), (it) => it.stop());
    const segments = keep(createFileSegments(inData('segments')), (it) => it.stop());
    const journal = keep(
      await createJournal({ dir: inData('journal'), after: ledger.checkpoint(), teller: log }),
      (it) => it.stop(),
    );
    const removed = await catalog.projects.removed();
    const gone = new Set(removed.map(({ project }) => project));
    const taking = unlessGone(gone, { journal, outcomes: ledger, blobs: createReleaseBlobs(inData('releases')) });
    const { outcomes, blobs } = taking;
    const ageing = createAgeing(journal, oldestFile(inData('journal'), now()), now);
    const quarantine = openQuarantine(inData('quarantine'), taking.journal);
    const hub = createHub();
    const releaseCode = keep(createReleaseCode({ catalog, blobs, now, log }), (it) => it.stop());
    const tell = (project: string, message: LiveMessage) => hub.publish(project, message);
    const { symbolicate } = releaseCode;
    const unasked = keep(createColumns({ ...engine.address, asker: 'grouping' }), (it) => it.stop());
    const grouping = keep(startGrouping({ catalog, columns: unasked, symbolicate, tell, now, log }), (it) => it.stop());
    const digest: Digest = keep(
      startDigest({
        data: wishes.data,
        engine: engine.address,
        durable: journal.state().durable,
        gone,
        onLive(project, message) {
          hub.publish(project, message);
          if (message.type === 'stored') grouping.stored(project);
        },
        onConfirmed: (sequence) => journal.confirm(sequence),
        onDropped(project, before) {
          // It holds for the journal too, whose files would be used again as they are.
          const inJournal = project === null ? ageing.dropBefore(before) : ageing.dropAll();
          // Once an hour, where the clock is believed.
          if (project === null) void auditing.tidy().catch(warn);
          grouping.dropBefore(project, before);
          Promise.all([catalog.notes.dropBefore(project, before), inJournal]).catch((err) =>
            log.warn({ err }, 'notes of old sessions could not be deleted: they are with the next ones'),
          );
        },
        onErased(project, whom, sessions) {
          tellErased(hub, project, sessions, now());
          return finishErasing({ catalog, journal, digest, grouping, auditing }, project, whom, sessions);
        },
        log,
      }),
      (it) => it.stop(),
    );
    void digest.ready.then(() => grouping.begin());
    let isErasingAgain = ledger.hasTakenOver();
    if (isErasingAgain)
      say(
        'Who was erased from the folder that this one takes the place of is being erased from it; until then it answers nothing of any project.',
      );
    const answering = digest.ready.then(async () => {
      if (!isErasingAgain) return;
      // What the backup had in its journal alone was not taken in, and so nobody has erased it there; nor in the audit what it alone names.
      await forgetStored({ journal, digest });
      await auditing.tidy();
      await catalog.wipe();
      isErasingAgain = false;
      log.info('who was erased from the folder before is erased from this one');
    });
    answering.catch(warn);
    keep(
      journal.onGrown((durable) => digest.grown(durable)),
      (silence) => silence(),
    );

    for (const [project, days] of await catalog.retention.all()) digest.retain(project, days);

    const keys = keep(startKeyRing(catalog.keys, now), (it) => it.stop());
    const backfill = (token: string, project: string) => isAdminToken(catalog, token, project);
    const recordingOf = (project: string) => catalog.recording.of(project);
    const isOff = (project: string) => recordingOf(project).off;
    const { isErased, isKnown } = ledger;
    const receiver = createReceiver({
      keys,
      journal: { ...journal, ...taking.journal },
      hub,
      outcomes,
      backfill,
      isOff,
      isErased,
      isKnown,
      countryOf: createCountryReader(wishes.countryHeader),
      now,
      teller: log,
    });
    const texts = createKnownTexts(segments.sheets);
    const policies = createPolicyDoor({ keys, recordingOf, textsOf: texts.of });
    const knownAssets = (project: string, names: readonly string[]) => segments.sheets.known(project, names, now());
    const assets = createAssetsDoor({ keys, recordingOf, known: knownAssets, now });

    const uploads = createUploads(catalog, blobs, now);
    keep(startTidying(uploads, log), (it) => it.stop());

    const isLedgerDamaged = () => ledger.isDamaged() || digest.state().trouble === 'ledger_damaged';
    let origin = '';
    const dashboard = join(repository, 'packages/web/dist');
    const asked = tellStarting(columns, digest.ready);
    const removal = answerRemoval({ catalog, journal, digest, grouping, blobs, gone, log });
    const handlers: Handlers = {
      ...answerAccounts({ catalog, passwords, attempts: createAttempts(), setup, version }),
      ...answerProjects(catalog),
      removeProject: removal.removeProject,
      ...answerRecording(catalog),
      ...answerRetention(catalog, digest),
      ...answerKeys(catalog),
      ...answerMembers(catalog),
      ...answerIntake(ledger, quarantine),
      ...answerAudit(catalog),
      ...answerSample(catalog, asked, digest),
      ...answerTestSession(catalog, () => origin, now),
      ...answerDoctor({
        ...{ data: wishes.data, syncTest },
        journal: journal.state,
        digest: digest.state,
        engine: { name: engine.name, answers: () => columns.ping() },
        isCatalogDamaged: catalog.isDamaged,
        isLedgerDamaged,
        tryReplay: (project) => readNewestReplay(asked, segments, project, now()),
        ledger,
        now,
      }),
      ...answerMeasured(asked, segments, log, isErased),
      ...answerIssues({ catalog, columns: asked, code: releaseCode, grouping, tell, now }),
      ...answerSpecification(catalog, asked, now, releaseCode.codeOf),
      ...answerNotes(catalog, asked),
      ...answerViews(catalog),
      ...answerVisitors({ columns: asked, journal, digest, log }),
      ...answerSessionFiles({
        ...{ catalog, columns: asked, segments, player: join(dashboard, 'saved-player.js'), isErased, log },
      }),
      ...answerReleases(catalog, uploads, releaseCode, grouping.mapsChanged),
      ...answerLive(catalog, hub),
    };
    const app = await createApp({
      catalog,
      handlers: closedWhile(tellingErased(handlers, isErased), () => isErasingAgain),
      auditing,
      condition: {
        damage: () => (catalog.isDamaged() ? 'catalog_damaged' : isLedgerDamaged() ? 'ledger_damaged' : undefined),
        refusal: () => journal.state().refusal,
        ready: async () => !isErasingAgain && digest.state().trouble === null && (await columns.ping()),
        metrics: () =>
          collectMetrics({ catalog, ledger, journal: journal.state, digest: digest.state, watchers: hub.watchers }),
      },
      folders: { dashboard, sdk: join(repository, 'packages/capture/dist') },
      receive(request, response) {
        const door = [receiver, policies, assets].find((one) => one.handles(request.url));
        door?.handle(request, response);
        return door !== undefined;
      },
      log,
      version,
      trustProxy: wishes.trustProxy,
      basePath: wishes.basePath,
    });
    origin = await listen(
      keep(app, (it) => it.close()),
      wishes,
    );
    origin += wishes.basePath;
    stops.push(() => Promise.all([receiver.stop(), hub.stop()]));

    const starting = wishes.demo
      ? startExample({
          ...{ catalog, origin, now, say, log, host: wishes.host },
          folder: join(repository, 'demo'),
          port: Number(new URL(origin).port) + 1,
        })
      : undefined;
    stops.push(async () => (await starting)?.stop());
    const [example] = await Promise.all([starting, engine.ready, answering]);
    example?.feed();
    void removal.resume().catch((err: unknown) => log.warn({ err }, 'removed projects could not be looked after'));

    const setupUrl = setup === null ? null : `${origin}/setup#${setup.secret}`;
    return { origin, setupUrl, demoOrigin: example?.origin, stop };
  } catch (error) {
    await stop().catch(() => undefined); // the first failure is the one to tell
    throw toStartProblem(error, wishes.data);
  }
}

async function isAdminToken(catalog: Catalog, secret: string, project: string): Promise<boolean> {
  const grant = await catalog.tokens.find(secret);
  if (grant === undefined || (grant.project !== null && grant.project !== project)) return false;
  return rank(grant.role) >= rank('admin');
}

/** @throws {SightglassError} `port_taken` @throws {BadWish} for a host or port that cannot be had */
async function listen(app: FastifyInstance, { port, host }: Wishes): Promise<string> {
  try {
    await app.listen({ port, host });
  } catch (cause) {
    const { code } = cause as { code?: string }; // errors of Node's network carry one
    if (code === 'EADDRINUSE') throw new SightglassError('port_taken', `Port ${port} on ${host} is taken`, { cause });
    if (code === 'EACCES') throw new BadWish(`This user may not open port ${port}; set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new BadWish(`HOST ${host} is no address of this machine.`);
    throw cause;
  }
  const address = app.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return originOf(host, actual);
}
