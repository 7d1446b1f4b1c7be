import { defaultRecording, longestKeptDays, type Statement } from '@sightglass/wire';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Catalog } from '../catalog/index.ts';

/** What every catalog promises, whatever keeps it. `open` hands out an empty one whose clock is `now`. */
export function catalogContract(open: (now: () => number) => Promise<Catalog>): void {
  let time = 1_750_000_000_000;
  let catalog: Catalog;

  beforeEach(async () => {
    time = 1_750_000_000_000;
    catalog = await open(() => time);
  });
  afterEach(() => catalog.stop());

  describe('projects and client keys', () => {
    test('projects are numbered from 1 and keep their numbers', async () => {
      const first = await catalog.projects.create('Shop');
      const second = await catalog.projects.create('Desk', { sample: true });
      expect([first.number, second.number]).toEqual([1, 2]);
      expect(first.id).toMatch(/^p_[a-z0-9]{12}$/);
      expect(await catalog.projects.rename(first.id, 'Store')).toMatchObject({ number: 1, name: 'Store' });
      expect(await catalog.projects.list()).toMatchObject([{ name: 'Store' }, { name: 'Desk', sample: true }]);
    });

    test('a client key is found with and without its prefix, and a revoked one is still known as revoked', async () => {
      const project = await catalog.projects.create('Shop');
      const key = await catalog.keys.create(project.id);
      expect(key.clientKey).toMatch(/^sgk_[0-9a-f]{32}$/);
      expect(catalog.keys.find(key.clientKey)).toEqual({ project: project.id, revoked: false });
      expect(catalog.keys.find(key.clientKey.slice(4))).toEqual({ project: project.id, revoked: false });
      expect(await catalog.keys.revoke(project.id, key.id)).toBe(true);
      expect(catalog.keys.find(key.clientKey)).toEqual({ project: project.id, revoked: true });
      expect(catalog.keys.find('f'.repeat(32))).toBeUndefined();
    });

    test('what belongs to one project cannot be revoked through another', async () => {
      const mine = await catalog.projects.create('Mine');
      const theirs = await catalog.projects.create('Theirs');
      const key = await catalog.keys.create(theirs.id);
      const token = await catalog.tokens.create(theirs.id, { name: 'ci', role: 'admin', createdBy: 'test' });
      expect(await catalog.keys.revoke(mine.id, key.id)).toBe(false);
      expect(await catalog.tokens.revoke(mine.id, token.id)).toBe(false);
      expect(await catalog.tokens.find(token.token)).toMatchObject({ project: theirs.id, role: 'admin' });
    });
  });

  describe('what people made of statements', () => {
    test('stands under the statement of their project, the last word counts, and it can be taken back', async () => {
      const [mine, other] = [await catalog.projects.create('Mine'), await catalog.projects.create('Other')];
      const key = 'screen /orders/{}';
      await catalog.reviews.put(mine.id, key, { state: 'confirmed' }, 'bo@example.com');
      time += 1_000;
      const said = { state: 'renamed', text: 'The order' } as const;
      const put = await catalog.reviews.put(mine.id, key, said, 'ada@example.com');
      expect(put).toEqual({ key, ...said, by: 'ada@example.com', at: time });
      await catalog.reviews.put(mine.id, 'call GET /api/orders', { state: 'hidden' }, 'ada@example.com');
      expect(await catalog.reviews.of(mine.id)).toHaveLength(2);
      expect(await catalog.reviews.of(other.id)).toEqual([]);
      await catalog.reviews.drop(other.id, key);
      await catalog.reviews.drop(mine.id, 'call GET /api/orders');
      expect(await catalog.reviews.of(mine.id)).toEqual([put]);
    });

    test('with sessions that are erased goes what was inferred from them, and not what was said', async () => {
      const { id } = await catalog.projects.create('Mine');
      const inferredFrom = (session: string): Statement =>
        ({
          ...{ kind: 'rule', point: 4, key: session, text: 'So it is', confidence: 1, tier: 'firm' },
          evidence: [{ type: 'moment', session, at: 1, release: '', note: '' }],
        }) as unknown as Statement; // as much of one as is looked at
      for (const session of ['s1', 's2'])
        await catalog.reviews.put(id, session, { state: 'hidden', inferred: inferredFrom(session) }, 'ada@example.com');
      await catalog.reviews.forgetSessions(id, new Set(['s1']));
      const said = new Map((await catalog.reviews.of(id)).map((one) => [one.key, one.inferred]));
      expect(said).toEqual(
        new Map([
          ['s1', undefined],
          ['s2', inferredFrom('s2')],
        ]),
      );
    });
  });

  describe('issues', () => {
    const told = { kind: 'error', type: 'TypeError', message: 'x', source: 'uncaught', place: '' } as const;
    const issue = (id: string) => ({ id, ...told, firstAt: time, firstRelease: '1.0.0' });
    const print = { key: 'k1', message: 'x', place: '', release: '1.0.0', mapped: false, byHand: false };

    test('are made once, keep what was decided about them when more is told, and belong to their project', async () => {
      const [mine, other] = [await catalog.projects.create('Mine'), await catalog.projects.create('Other')];
      expect(await catalog.issues.put(mine.id, [issue('a'), issue('b')])).toEqual(['a', 'b']);
      await catalog.issues.setStanding(mine.id, 'a', { state: 'resolved', resolvedIn: '1.1.0' });
      expect(await catalog.issues.put(mine.id, [{ ...issue('a'), place: 'src/a.ts in f' }])).toEqual([]);
      expect(await catalog.issues.decided(mine.id)).toMatchObject([
        { id: 'a', state: 'resolved', stateAt: time, resolvedIn: '1.1.0', place: 'src/a.ts in f' },
      ]);
      expect(await catalog.issues.find(other.id, 'a')).toBeUndefined();
      expect(await catalog.issues.some(mine.id, ['b', 'c'])).toMatchObject([{ id: 'b', state: 'open' }]);
    });

    test('have fingerprints, decisions by hand and a log, the newest line first', async () => {
      const mine = await catalog.projects.create('Mine');
      await catalog.issues.putFingerprints(mine.id, [{ fingerprint: 'f', issue: 'a', ...print }]);
      await catalog.issues.putFingerprints(mine.id, [{ fingerprint: 'f', issue: 'b', ...print, mapped: true }]);
      expect(await catalog.issues.fingerprintsOf(mine.id, 'b')).toMatchObject([{ fingerprint: 'f', mapped: true }]);
      expect(await catalog.issues.issueOfFingerprint(mine.id, 'f')).toBe('b');
      await catalog.issues.setHands(mine.id, ['f f', 'k k1'], 'b');
      await catalog.issues.setHands(mine.id, ['f f'], 'c');
      expect([...(await catalog.issues.hands(mine.id))].sort()).toEqual([
        ['f f', 'c'],
        ['k k1', 'b'],
      ]);
      await catalog.issues.putByHand(mine.id, issue('d'), ['f f']);
      expect(await catalog.issues.find(mine.id, 'd')).toMatchObject({ id: 'd', state: 'open' });
      expect((await catalog.issues.hands(mine.id)).get('f f')).toBe('d');
      for (const did of ['resolved', 'reopened'] as const)
        await catalog.issues.note(mine.id, 'b', { by: 'ada@example.com', did, about: '' });
      expect((await catalog.issues.activity(mine.id, 'b')).map(({ did }) => did)).toEqual(['reopened', 'resolved']);
    });
  });

  describe('what a project records', () => {
    test('is the default until somebody changes it, and then says who did and when', async () => {
      const mine = await catalog.projects.create('Mine');
      const other = await catalog.projects.create('Other');
      expect(catalog.recording.of(mine.id)).toEqual({ ...defaultRecording, changedAt: null, changedBy: null });
      const wanted = {
        off: true,
        sessions: 12.5,
        replays: 0,
        mask: 'all',
        keep: 'broken',
        canvas: 0.5,
        assets: 'fonts',
      } as const;
      await catalog.recording.change(mine.id, { ...wanted, off: false }, 'bo@example.com');
      time += 1_000;
      const changed = await catalog.recording.change(mine.id, wanted, 'ada@example.com');
      expect(changed).toEqual({ ...wanted, changedAt: time, changedBy: 'ada@example.com' });
      expect(catalog.recording.of(mine.id)).toEqual(changed);
      expect(catalog.recording.of(other.id).off).toBe(false);
    });

    test('is not changed by who looked at it before somebody else changed it; of two at once one does', async () => {
      const { id } = await catalog.projects.create('Mine');
      const change = (sessions: number, after?: number | null) =>
        catalog.recording.change(id, { ...defaultRecording, sessions }, 'ada@example.com', after);
      const both = await Promise.allSettled([change(1, null), change(2, null)]);
      expect(both).toMatchObject([
        { status: 'fulfilled' },
        { status: 'rejected', reason: { code: 'changed_meanwhile' } },
      ]);
      const { changedAt } = catalog.recording.of(id);
      time += 1_000;
      expect((await change(3, changedAt)).sessions).toBe(3);
      await expect(change(4, changedAt)).rejects.toMatchObject({ code: 'changed_meanwhile' });
      expect(catalog.recording.of(id).sessions).toBe(3);
      expect((await change(5)).sessions).toBe(5);
    });
  });

  describe('how long a project keeps what it recorded', () => {
    test('is the longest there is until somebody changes it; notes go by their moments', async () => {
      const mine = await catalog.projects.create('Mine');
      const other = await catalog.projects.create('Other');
      expect(await catalog.retention.of(mine.id)).toEqual({ days: longestKeptDays, changedAt: null, changedBy: null });
      await catalog.retention.change(mine.id, 30, 'bo@example.com');
      time += 1_000;
      const changed = await catalog.retention.change(mine.id, 14, 'ada@example.com');
      expect(changed).toEqual({ days: 14, changedAt: time, changedBy: 'ada@example.com' });
      expect(await catalog.retention.of(mine.id)).toEqual(changed);
      expect([...(await catalog.retention.all())]).toEqual([[mine.id, 14]]);
      // Whoever decided before that, or when nobody had, hears of it: fewer days delete at once.
      for (const after of [null, time - 1_000])
        await expect(catalog.retention.change(mine.id, 7, 'bo@example.com', after)).rejects.toMatchObject({
          code: 'changed_meanwhile',
        });
      expect(await catalog.retention.of(mine.id)).toEqual(changed);
      expect((await catalog.retention.change(mine.id, 21, 'bo@example.com', time)).days).toBe(21);
      expect((await catalog.retention.change(other.id, 5, 'bo@example.com', null)).days).toBe(5);

      for (const project of [mine.id, other.id])
        for (const at of [100, 900]) await catalog.notes.write(project, 's-1', { at, words: 'Here' }, 'bo@example.com');
      const moments = async (project: string) => (await catalog.notes.of(project, 's-1')).map(({ at }) => at);
      await catalog.notes.dropBefore(mine.id, 500);
      expect([await moments(mine.id), await moments(other.id)]).toEqual([[900], [100, 900]]);
      await catalog.notes.dropBefore(null, 500);
      expect(await moments(other.id)).toEqual([900]);
    });
  });

  describe('settings of releases', () => {
    test('of two who change them at once, the second one hears of it and takes nothing back', async () => {
      const { id } = await catalog.projects.create('Mine');
      const inForce = await catalog.releases.settings(id);
      const ours = { ...inForce, sources: 'owner' } as const;
      expect(await catalog.releases.changeSettings(id, ours, inForce)).toEqual(ours);
      const theirs = { ...inForce, keepReleases: 7 };
      await expect(catalog.releases.changeSettings(id, theirs, inForce)).rejects.toMatchObject({
        code: 'changed_meanwhile',
      });
      expect(await catalog.releases.settings(id)).toEqual(ours);
      expect(await catalog.releases.changeSettings(id, { ...ours, keepReleases: 7 }, ours)).toMatchObject({
        sources: 'owner',
        keepReleases: 7,
      });
      expect(await catalog.releases.changeSettings(id, theirs)).toEqual(theirs);
    });
  });

  describe('tokens', () => {
    test('a token opens its project until it is revoked, and lists never show its secret', async () => {
      const project = await catalog.projects.create('Shop');
      const token = await catalog.tokens.create(project.id, { name: 'ci', role: 'viewer', createdBy: 'ada' });
      expect(await catalog.tokens.find(token.token)).toMatchObject({ project: project.id, role: 'viewer' });
      expect(JSON.stringify(await catalog.tokens.list(project.id))).not.toContain(token.token);
      expect(await catalog.tokens.revoke(project.id, token.id)).toBe(true);
      expect(await catalog.tokens.find(token.token)).toBeUndefined();
    });

    test('the bootstrap token lives exactly as long as the environment names it', async () => {
      await catalog.tokens.setBootstrap('first-token');
      expect(await catalog.tokens.find('first-token')).toMatchObject({ project: null, role: 'owner' });
      await catalog.tokens.setBootstrap('second-token');
      expect(await catalog.tokens.find('first-token')).toBeUndefined();
      expect(await catalog.tokens.find('second-token')).toBeDefined();
      await catalog.tokens.setBootstrap(null);
      expect(await catalog.tokens.find('second-token')).toBeUndefined();
    });
  });

  describe('people', () => {
    const owner = { email: 'Ada@Example.com', name: 'Ada', password: 'hash' };

    test('only one first owner is made, even when two ask at once', async () => {
      const made = await Promise.all([
        catalog.members.createFirstOwner(owner),
        catalog.members.createFirstOwner({ ...owner, email: 'eve@example.com' }),
      ]);
      expect(made.filter((member) => member !== undefined)).toHaveLength(1);
      expect(await catalog.members.hasOwner()).toBe(true);
      expect(await catalog.members.findByEmail('ada@EXAMPLE.com')).toMatchObject({ email: 'ada@example.com' });
    });

    test('a login ends when it is ended, when it was idle for a week and after thirty days', async () => {
      const ada = await catalog.members.createFirstOwner(owner);
      if (ada === undefined) throw new Error('no owner was made');
      const ended = await catalog.logins.create(ada.id);
      await catalog.logins.end(ended);
      expect(await catalog.logins.find(ended)).toBeUndefined();

      const used = await catalog.logins.create(ada.id);
      for (let day = 0; day < 29; day += 1) {
        time += 24 * 3_600_000;
        expect(await catalog.logins.find(used)).toMatchObject({ id: ada.id, owner: true });
      }
      time += 25 * 3_600_000;
      expect(await catalog.logins.find(used)).toBeUndefined();

      const idle = await catalog.logins.create(ada.id);
      time += 7 * 24 * 3_600_000;
      expect(await catalog.logins.find(idle)).toBeUndefined();
    });

    test('a new password ends every login and every link for another one', async () => {
      const ada = await catalog.members.createFirstOwner(owner);
      if (ada === undefined) throw new Error('no owner was made');
      const login = await catalog.logins.create(ada.id);
      const { secret } = await catalog.resets.create(ada.id);
      await catalog.members.setPassword(ada.id, 'another hash');
      expect(await catalog.logins.find(login)).toBeUndefined();
      expect(await catalog.resets.find(secret)).toBeUndefined();
      expect(await catalog.members.findOwner()).toMatchObject({ id: ada.id });
    });

    test('a link for a new password works once, for a day, and only the newest does', async () => {
      const ada = await catalog.members.createFirstOwner(owner);
      if (ada === undefined) throw new Error('no owner was made');
      const replaced = await catalog.resets.create(ada.id);
      const { secret, expiresAt } = await catalog.resets.create(ada.id);
      const gone = { code: 'bad_reset_link' };
      await expect(catalog.resets.use(replaced.secret, 'new hash')).rejects.toMatchObject(gone);
      expect(await catalog.resets.find(secret)).toMatchObject({ id: ada.id });
      expect(await catalog.resets.use(secret, 'new hash')).toMatchObject({ id: ada.id });
      expect(await catalog.members.findByEmail(owner.email)).toMatchObject({ password: 'new hash' });
      await expect(catalog.resets.use(secret, 'third hash')).rejects.toMatchObject(gone);

      const late = await catalog.resets.create(ada.id);
      time = expiresAt + 1;
      await expect(catalog.resets.use(late.secret, 'late hash')).rejects.toMatchObject(gone);
    });

    test('a link for a new password is burnt when its member gets another role: who made it might not have been allowed to', async () => {
      const shop = await catalog.projects.create('Shop');
      const { secret } = await catalog.invitations.create({
        email: 'bo@example.com',
        project: shop.id,
        role: 'viewer',
      });
      const bo = await catalog.invitations.accept(secret, { name: 'Bo', password: 'hash' });
      const link = await catalog.resets.create(bo.id);
      await catalog.members.setRole(bo.id, shop.id, 'owner');
      expect(await catalog.resets.find(link.secret)).toBeUndefined();
    });

    test('an invitation gives the role of its own project only, once', async () => {
      const shop = await catalog.projects.create('Shop');
      const desk = await catalog.projects.create('Desk');
      const toShop = await catalog.invitations.create({ email: 'bo@example.com', project: shop.id, role: 'viewer' });
      await catalog.invitations.create({ email: 'bo@example.com', project: desk.id, role: 'admin' });
      const bo = await catalog.invitations.accept(toShop.secret, { name: 'Bo', password: 'hash' });
      expect(await catalog.members.rolesOf(bo.id)).toEqual(new Map([[shop.id, 'viewer']]));
      expect(await catalog.invitations.find(toShop.secret)).toBeUndefined();
      await expect(catalog.invitations.accept(toShop.secret, { name: 'Bo', password: 'hash' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    test('notes of a session stand in the order of their moments, and go with their session or their project', async () => {
      const shop = await catalog.projects.create('Shop');
      const late = await catalog.notes.write(shop.id, 's-1', { at: 900, words: 'Here it hangs' }, 'ada@example.com');
      await catalog.notes.write(shop.id, 's-1', { at: 100, words: 'First try' }, 'bo@example.com');
      await catalog.notes.write(shop.id, 's-2', { at: 5, words: 'Another session' }, 'bo@example.com');
      time += 60_000;
      const changed = await catalog.notes.change(shop.id, 's-1', late.id, 'Here it waits');
      expect(changed).toMatchObject({ by: 'ada@example.com', writtenAt: late.writtenAt, changedAt: time });
      expect((await catalog.notes.of(shop.id, 's-1')).map(({ words }) => words)).toEqual([
        'First try',
        'Here it waits',
      ]);
      expect(await catalog.notes.find(shop.id, 's-2', late.id)).toBeUndefined();
      await expect(catalog.notes.change(shop.id, 's-2', late.id, 'Not there')).rejects.toMatchObject({
        code: 'not_found',
      });
      await catalog.notes.dropAllOf(shop.id, ['s-1']);
      expect(await catalog.notes.of(shop.id, 's-1')).toEqual([]);
      expect(await catalog.notes.of(shop.id, 's-2')).toHaveLength(1);
    });

    test('a member taken out of the last project has no login left', async () => {
      const shop = await catalog.projects.create('Shop');
      const { secret } = await catalog.invitations.create({
        email: 'bo@example.com',
        project: shop.id,
        role: 'member',
      });
      const bo = await catalog.invitations.accept(secret, { name: 'Bo', password: 'hash' });
      const login = await catalog.logins.create(bo.id);
      expect(await catalog.members.list(shop.id)).toMatchObject([
        { email: 'bo@example.com', role: 'member', joined: true },
      ]);
      expect(await catalog.members.remove(bo.id, shop.id)).toBe(true);
      expect(await catalog.members.list(shop.id)).toEqual([]);
      expect(await catalog.logins.find(login)).toBeUndefined();
    });
  });
}
