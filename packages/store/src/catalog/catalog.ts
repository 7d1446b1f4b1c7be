import { sql } from 'kysely';
import { type Audit, createAudit } from './audit.ts';
import { openDatabase } from './database.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createIssues, type Issues } from './issues.ts';
import { createKeys, type Keys } from './keys.ts';
import { createLogins, type Logins } from './logins.ts';
import { createMembers, type Members } from './members.ts';
import { createNotes, type Notes } from './notes.ts';
import { createProjects, type Projects } from './projects.ts';
import { createRecording, type Recording } from './recording.ts';
import { createReleaseBeginnings, type ReleaseBeginnings } from './release-beginnings.ts';
import { createReleases, type Releases } from './releases.ts';
import { createResets, type Resets } from './resets.ts';
import { createRetention, type Retention } from './retention.ts';
import { createReviews, type Reviews } from './reviews.ts';
import { createSettings, type Settings } from './settings.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createViews, type Views } from './views.ts';

/** Who and what there is: projects, what lets others in, and the people. Small, and safe against power cuts. */
export interface Catalog {
  projects: Projects;
  keys: Keys;
  tokens: Tokens;
  members: Members;
  logins: Logins;
  invitations: Invitations;
  resets: Resets;
  recording: Recording;
  retention: Retention;
  reviews: Reviews;
  issues: Issues;
  notes: Notes;
  views: Views;
  releases: Releases;
  beginnings: ReleaseBeginnings;
  settings: Settings;
  audit: Audit;
  /** What was deleted before is gone from the disk when it resolves. */
  wipe(): Promise<void>;
  /** Whether any page of the file was found damaged, at the start or since: some questions fail with `catalog_damaged`. */
  isDamaged(): boolean;
  stop(): Promise<void>;
}

/**
 * @param file - Where SQLite keeps it; made when missing. One process at a time: client keys and what is recorded are also held in memory.
 * @throws {SightglassError} `data_newer`, `catalog_damaged`
 */
export async function createCatalog(file: string, now: () => number = Date.now): Promise<Catalog> {
  let damaged = false;
  const database = await openDatabase(file, () => {
    damaged = true;
  });
  return {
    projects: createProjects(database, now),
    keys: await createKeys(database, now),
    tokens: createTokens(database, now),
    members: createMembers(database, now),
    logins: createLogins(database, now),
    invitations: createInvitations(database, now),
    resets: createResets(database, now),
    recording: await createRecording(database, now),
    retention: createRetention(database, now),
    reviews: createReviews(database, now),
    issues: createIssues(database, now),
    notes: createNotes(database, now),
    views: createViews(database, now),
    releases: createReleases(database, now),
    beginnings: createReleaseBeginnings(database),
    settings: createSettings(database),
    audit: await createAudit(database, now),
    // Deleted rows are overwritten (see database.ts); the log beside the file still has them.
    wipe: async () => void (await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database)),
    isDamaged: () => damaged,
    stop: () => database.destroy(),
  };
}
