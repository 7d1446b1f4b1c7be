import type { OriginalFrame as FoundFrame } from '@sightglass/bundle';
import type { Catalog, KeptReleaseFile, ReleaseBlobs } from '@sightglass/store';
import type { MinifiedFrame, OriginalFrame } from '@sightglass/wire';
import { createRemembered } from '../remembered.ts';
import type { ReleaseCode } from './face.ts';
import type { MapCheck } from './map-check.ts';
import { type MapOfScript, scriptOf } from './match.ts';
import type { Reading } from './reading/process.ts';
import { filesThatCount, toMapFile } from './release-files.ts';

/** Answers that are remembered, the newest: with their eleven lines some 2 KB each. */
const maxRemembered = 5_000;
/** Frames of one question that are looked at; stacks end at fifty. */
const maxFrames = 200;

type Why = Extract<OriginalFrame, { found: false }>['why'];
const not = (why: Why, detail: string): OriginalFrame => ({ found: false, why, detail });

export function createSymbolication(
  catalog: Pick<Catalog, 'releases'>,
  blobs: Pick<ReleaseBlobs, 'fileOf'>,
  reading: Reading,
  check: Pick<MapCheck, 'why'>,
): ReleaseCode['symbolicate'] {
  /** By content of the map and place: neither changes. */
  const remembered = createRemembered<OriginalFrame>(maxRemembered);
  /** Maps that cost too much once, by content: they would again. */
  const costly = new Map<string, string>();

  return async (project, release, frames) => {
    const byDebugId = await mapsByDebugId(catalog, project, frames);
    const { files, scripts, maps } = await filesThatCount(catalog, project, release);
    if (files.length === 0 && byDebugId.size === 0)
      return frames.map(() => not('no-files', `Nothing was uploaded of release ${release || '(without a name)'}.`));
    const answers: OriginalFrame[] = [];
    const asked = new Map<string, { map: MapOfScript; frames: { at: number; line: number; column: number }[] }>();
    for (const [at, frame] of frames.entries()) {
      const script = scriptOf(scripts, frame.file);
      const named = byDebugId.get(frame.debugId ?? '');
      const map = named ?? (script && maps.get(script.path));
      const answer =
        at >= maxFrames
          ? not('no-place', 'The stack is too long.')
          : (refused(frame, script, map, named) ?? (await unfit(project, script, map, named)));
      answers[at] = answer ?? not('no-place', 'The map knows nothing of this place.');
      if (answer !== undefined || map === undefined) continue;
      const { line = 0, column = 0 } = frame;
      const known = remembered.get(keyOf(map, line, column));
      if (known) {
        answers[at] = known;
        continue;
      }
      const one = asked.get(map.sha256) ?? { map, frames: [] };
      one.frames.push({ at, line, column });
      asked.set(map.sha256, one);
    }
    for (const { map, frames: those } of asked.values()) {
      const found = await ask(project, map, those);
      for (const [index, { at, line, column }] of those.entries()) {
        const answer = found[index];
        if (answer === undefined) continue;
        answers[at] = answer;
        if (answer.found || (answer.why !== 'too-costly' && answer.why !== 'put-off'))
          remembered.set(keyOf(map, line, column), answer);
      }
    }
    return answers;
  };

  /** A map that a debug id of the stack names is of that build, whatever the script of that name is. */
  async function unfit(
    project: string,
    script: KeptReleaseFile | undefined,
    map: MapOfScript | undefined,
    named: MapOfScript | undefined,
  ): Promise<OriginalFrame | undefined> {
    if (script === undefined || map === undefined || named !== undefined) return undefined;
    const why = await check.why(project, script, map);
    return why === undefined ? undefined : not('bad-map', `${map.path} is not used for ${script.path}. ${why}`);
  }

  async function ask(
    project: string,
    map: MapOfScript,
    frames: readonly { line: number; column: number }[],
  ): Promise<OriginalFrame[]> {
    const before = costly.get(map.sha256);
    if (before !== undefined) return frames.map(() => not('too-costly', before));
    const places = frames.map(({ line, column }) => ({ line, column }));
    const outcome = await reading.ask({ job: 'frames', map: toMapFile(blobs, project, map), frames: places });
    if (!outcome.ok) {
      const detail = `${map.path} could not be read. ${outcome.message}.`;
      if (outcome.costly) costly.set(map.sha256, detail);
      // What did not even begin is read when it is asked for again.
      return frames.map(() => not(outcome.costly ? 'too-costly' : 'put-off', detail));
    }
    const { answer } = outcome;
    if ('fault' in answer) return frames.map(() => not('bad-map', `${map.path}: ${answer.fault}.`));
    return answer.frames.map((frame) =>
      frame ? toFrame(frame) : not('no-place', `${map.path} knows nothing of this place.`),
    );
  }
}

/** Maps that the frames' own debug ids name, in whichever release they came: an id is of one build and no other. */
async function mapsByDebugId(
  catalog: Pick<Catalog, 'releases'>,
  project: string,
  frames: readonly MinifiedFrame[],
): Promise<ReadonlyMap<string, MapOfScript>> {
  const ids = [...new Set(frames.flatMap(({ debugId }) => (debugId === undefined ? [] : [debugId])))];
  const found = new Map<string, MapOfScript>();
  if (ids.length === 0) return found;
  for (const { path, sha256, kind, debugId, mapAddress } of await catalog.releases.withDebugIds(project, ids)) {
    const inline = kind === 'script' && mapAddress === 'data:';
    if (debugId === null || (kind !== 'map' && !inline)) continue;
    // A map of its own goes before one within the script; of the same kind the newest.
    const before = found.get(debugId);
    if (before === undefined || (before.inline && !inline)) found.set(debugId, { path, sha256, inline });
  }
  return found;
}

function refused(
  frame: MinifiedFrame,
  script: Pick<KeptReleaseFile, 'path' | 'debugId'> | undefined,
  map: MapOfScript | undefined,
  named: MapOfScript | undefined,
): OriginalFrame | undefined {
  if (named === undefined) {
    if (script === undefined) return not('no-script', 'No file of this release is this script.');
    if (frame.debugId !== undefined && script.debugId !== null && frame.debugId !== script.debugId)
      return not('no-script', `${script.path} of this release is of another build.`);
    if (map === undefined) return not('no-map', `${script.path} has no source map in this release.`);
  }
  if (!frame.line) return not('no-place', 'The stack tells no line.');
  return undefined;
}

const keyOf = (map: MapOfScript, line: number, column: number) =>
  `${map.sha256}${map.inline ? 'i' : ''}:${line}:${column}`;

function toFrame({ file, line, column, function: name, owner, lines }: FoundFrame): OriginalFrame {
  return {
    found: true,
    ...{ file, line, column, function: name, owner: owner.kind },
    ...(owner.package === undefined ? {} : { package: owner.package }),
    ...(lines === undefined ? {} : { lines }),
  };
}
