import { randomBytes } from 'node:crypto';
import type { Catalog, KeptIssue } from '@sightglass/store';
import { type IssueChange, SightglassError } from '@sightglass/wire';
import { ofFingerprint, ofKey } from './belonging.ts';
import type { IssueGrouping, TellIssue } from './face.ts';
import { findIssue } from './find.ts';

export interface ChangeParts {
  catalog: Pick<Catalog, 'issues' | 'members'>;
  grouping: Pick<IssueGrouping, 'sortAgain'>;
  tell: TellIssue;
  now(): number;
}

/** What members do with issues; each is noted with who did it. */
export interface IssueChanges {
  /** @throws {SightglassError} `not_found` for an issue or a member that is not there */
  change(project: string, ids: readonly string[], change: IssueChange, by: string): Promise<void>;
  /** @returns the issue that all are a part of now */
  merge(project: string, into: string, ids: readonly string[], by: string): Promise<string>;
  /**
   * @returns the new issue
   * @throws {SightglassError} `bad_request` where nothing would stay, or what is named is not of this issue
   */
  split(project: string, id: string, fingerprints: readonly string[], by: string): Promise<string>;
}

export function createChanges({ catalog, grouping, tell, now }: ChangeParts): IssueChanges {
  const { issues } = catalog;

  async function found(project: string, ids: readonly string[]): Promise<KeptIssue[]> {
    const all = await Promise.all(ids.map((id) => findIssue(issues, project, id)));
    return all.map((issue) => {
      if (issue === undefined) throw new SightglassError('not_found', 'One of these issues is not there');
      return issue;
    });
  }

  function changed(project: string, issue: KeptIssue, by: string): void {
    const title = `${issue.type}: ${issue.message}`.slice(0, 200);
    tell(project, { type: 'issue', at: now(), issue: issue.id, became: 'changed', title, by });
  }

  async function one(project: string, issue: KeptIssue, change: IssueChange, by: string): Promise<void> {
    const note = (did: Parameters<typeof issues.note>[2]['did'], about = '') =>
      issues.note(project, issue.id, { by, did, about });
    switch (change.to) {
      case 'open':
        await issues.setStanding(project, issue.id, { state: 'open' });
        await note('reopened');
        break;
      case 'resolved': {
        const { release = null, next = false } = change;
        await issues.setStanding(project, issue.id, {
          ...{ state: 'resolved', resolvedIn: next ? null : release, resolvedNext: next },
        });
        await note('resolved', next ? 'next' : (release ?? ''));
        break;
      }
      case 'ignored':
        await issues.setStanding(project, issue.id, { state: 'ignored', ignoredUntil: change.until ?? null });
        await note('ignored', change.until === undefined ? '' : String(change.until));
        break;
      case 'assigned': {
        const member = (await catalog.members.list(project)).find(({ id }) => id === change.member);
        if (change.member !== null && member === undefined)
          throw new SightglassError('not_found', 'This member is not in the project');
        await issues.assign(project, issue.id, change.member);
        await note(change.member === null ? 'unassigned' : 'assigned', member?.email ?? '');
        break;
      }
    }
    changed(project, issue, by);
  }

  return {
    async change(project, ids, change, by) {
      for (const issue of await found(project, ids)) await one(project, issue, change, by);
    },

    async merge(project, into, ids, by) {
      const [target] = await found(project, [into]);
      const others = (await found(project, ids)).filter(({ id }) => id !== target?.id);
      // Somebody else was faster: they are one already.
      if (target && others.length === 0 && ids.some((id) => id !== into)) return target.id;
      if (target === undefined || others.length === 0)
        throw new SightglassError('bad_request', 'Choose another issue to merge with this one');
      if (others.some(({ kind }) => kind !== target.kind))
        throw new SightglassError('bad_request', 'Errors and failed calls stay apart');
      for (const other of others) {
        const rows = await issues.fingerprintsOf(project, other.id);
        const subjects = rows.flatMap(({ fingerprint, key }) => [ofFingerprint(fingerprint), ofKey(key)]);
        // What was merged into it before goes along, also where nothing is left of that.
        const merged = [...(await issues.hands(project))].flatMap(([subject, to]) =>
          to === other.id ? [subject] : [],
        );
        await issues.setHands(project, [...new Set([...subjects, ofKey(other.id), ...merged])], target.id);
        await issues.setMerged(project, other.id, target.id);
        await issues.note(project, target.id, {
          by,
          did: 'merged',
          about: `${other.type}: ${other.message}`.slice(0, 200),
        });
      }
      await grouping.sortAgain(project);
      for (const issue of [target, ...others]) changed(project, issue, by);
      return target.id;
    },

    async split(project, id, fingerprints, by) {
      const [issue] = await found(project, [id]);
      if (issue === undefined) throw new SightglassError('not_found');
      const rows = await issues.fingerprintsOf(project, issue.id);
      const taken = rows.filter(({ fingerprint }) => fingerprints.includes(fingerprint));
      const [first] = taken;
      if (first === undefined || taken.length !== new Set(fingerprints).size)
        throw new SightglassError('bad_request', 'These are not variants of this issue');
      const left = rows.filter((row) => !taken.includes(row));
      if (left.length === 0) throw new SightglassError('bad_request', 'Something must stay in the issue');
      const made = randomBytes(8).toString('hex');
      const { kind, type, source } = issue;
      const about = { message: first.message, place: first.place };
      const { firstAt } = issue;
      // A key goes along where nothing that stays has it: then what comes later under it does too.
      const keys = taken.map(({ key }) => key).filter((key) => !left.some((row) => row.key === key));
      const subjects = [...taken.map(({ fingerprint }) => ofFingerprint(fingerprint)), ...keys.map(ofKey)];
      const split = { id: made, kind, type, source, ...about, firstAt, firstRelease: first.release };
      await issues.putByHand(project, split, [...new Set(subjects)]);
      await issues.note(project, issue.id, { by, did: 'split', about: made });
      await issues.note(project, made, { by, did: 'split', about: issue.id });
      await grouping.sortAgain(project);
      changed(project, issue, by);
      return made;
    },
  };
}
