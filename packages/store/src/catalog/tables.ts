import type { AuditTables } from './audit-tables.ts';
import type { BeginningTables } from './beginning-table.ts';
import type { IssueTables } from './issue-tables.ts';
import type { ViewTables } from './view-tables.ts';

/** The tables of the catalog as Kysely reads them: SQLite's own types, times as milliseconds, yes and no as 1 and 0. */
export interface CatalogTables extends AuditTables, BeginningTables, IssueTables, ViewTables {
  projects: { id: string; number: number; name: string; sample: number; created_at: number };
  client_keys: {
    id: string;
    project: string;
    /** 32 hexadecimal digits, without `sgk_`: a client key is public, so it is kept as it is. */
    key: string;
    created_at: number;
    revoked_at: number | null;
    last_used_at: number | null;
  };
  tokens: {
    id: string;
    /** null: the whole server. */
    project: string | null;
    role: string;
    name: string;
    hash: string;
    /** `api`: made in the dashboard; `bootstrap`: from the environment; `passing`: the server's own, gone at the next start. */
    kind: string;
    created_by: string;
    created_at: number;
    last_used_at: number | null;
  };
  members: {
    id: string;
    email: string;
    name: string;
    /** Of the server: owner of every project, today's and tomorrow's. */
    owner: number;
    password: string;
    created_at: number;
    last_seen_at: number | null;
  };
  memberships: { member: string; project: string; role: string };
  logins: { hash: string; member: string; created_at: number; last_seen_at: number; expires_at: number };
  invitations: {
    id: string;
    hash: string;
    email: string;
    project: string;
    role: string;
    created_at: number;
    expires_at: number;
  };
  /** One link for each member at most. */
  resets: { member: string; hash: string; created_at: number; expires_at: number };
  /** A project that is not here was never changed. Shares in hundredths, `canvas` in pictures a second. */
  recording: {
    project: string;
    off: number;
    sessions: number;
    replays: number;
    mask: string;
    keep: string;
    canvas: number;
    assets: string;
    changed_at: number;
    changed_by: string;
  };
  /** A project that is not here was never changed. In days. */
  retention: { project: string; days: number; changed_at: number; changed_by: string };
  /** By the key of a statement, which is the same whatever sessions show from then on. */
  reviews: {
    project: string;
    key: string;
    state: string;
    text: string | null;
    by: string;
    at: number;
    /** The statement as it was inferred then, as JSON. */
    inferred: string | null;
  };
  /** What members wrote beside moments of sessions. */
  notes: {
    id: string;
    project: string;
    session: string;
    at: number;
    words: string;
    by: string;
    written_at: number;
    changed_at: number | null;
  };
  /** Releases that something was uploaded of; what only sessions tell of stands in the columns. */
  releases: { project: string; release: string; by: string; created_at: number; finished_at: number | null };
  release_files: {
    project: string;
    release: string;
    path: string;
    /** `waiting` until the upload is finished, then `counts`. */
    state: string;
    kind: string;
    sha256: string;
    bytes: number;
    debug_id: string | null;
    map_address: string | null;
    at: number;
  };
  /** A project that is not here was never changed. */
  release_settings: { project: string; sources: string; fetching: number; keep: number };
  /** Ids of projects that there are no more. `finished_at` null: something of theirs may be left elsewhere. */
  removed_projects: { project: string; removed_at: number; finished_at: number | null };
  settings: { name: string; value: string };
  schema_version: { version: number };
}
