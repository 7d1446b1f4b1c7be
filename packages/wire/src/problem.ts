import { z } from 'zod';
import { minPasswordChars } from './limits.ts';

/** RFC 9457. `code` is ours and stable; `type` points into docs/errors.md. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string().optional(),
  /** Seconds, where trying again makes sense; also in `retry-after`. */
  retryAfter: z.number().int().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problem>;

interface Entry {
  status: number;
  title: string;
  /** What to do next, for a person. */
  help: string;
}

/** Every error that a caller can be told. Codes never change; docs/errors.md lists them all, and a test holds the two together. */
export const catalogue = {
  // The doors of the intake.
  empty: {
    status: 400,
    title: 'The body is empty',
    help: 'Send what the door takes; a request that brings nothing says no content-type.',
  },
  not_json: {
    status: 400,
    title: 'The body is not one JSON document',
    help: 'Send UTF-8 JSON; doors of the intake name the byte where reading stopped.',
  },
  truncated: { status: 400, title: 'The compressed body ends too early', help: 'Send it again whole.' },
  bad_encoding: {
    status: 400,
    title: 'The compressed body is damaged',
    help: 'Check that content-encoding says what the body is.',
  },
  bad_envelope: {
    status: 400,
    title: 'The envelope of the batch is not valid',
    help: 'The issues name each field; the schemas are in docs/schemas.',
  },
  too_deep: { status: 400, title: 'The JSON is nested too deep', help: 'Records nest at most 64 levels.' },
  too_many_values: { status: 413, title: 'The JSON holds too many values', help: 'Send smaller batches.' },
  too_large: {
    status: 413,
    title: 'The body is too large',
    help: 'Send smaller batches; the limits are in packages/wire/src/limits.ts.',
  },
  unpacked_too_large: { status: 413, title: 'The body unpacks to too much', help: 'Send smaller batches.' },
  encoding_not_offered: {
    status: 415,
    title: 'This content encoding is not taken',
    help: 'Use gzip, deflate or none. Brotli is refused: a few hundred bytes of it unpack to hundreds of megabytes.',
  },
  media_type: { status: 415, title: 'This content type is not taken', help: 'Send application/json or text/plain.' },
  body_timeout: { status: 408, title: 'The body came too slowly', help: 'Send it again.' },
  key_missing: {
    status: 401,
    title: 'No client key',
    help: 'Pass `key` in the query, or the x-sightglass-key header.',
  },
  key_unknown: { status: 403, title: 'This client key is not known', help: 'Copy the key from Settings → Snippet.' },
  key_revoked: {
    status: 403,
    title: 'This client key was revoked',
    help: 'Copy the current key from Settings → Snippet.',
  },
  wrong_name: {
    status: 422,
    title: 'This is not the name of the project',
    help: 'Write its name as it stands under Settings → Project, letter by letter; nothing was removed.',
  },
  recording_off: {
    status: 403,
    title: 'Recording is switched off for this project',
    help: 'An admin switches it on again under Settings → Recording.',
  },
  over_quota: {
    status: 429,
    title: 'This project sends faster than its quota',
    help: 'Wait as long as retry-after says.',
  },
  disk_full: {
    status: 503,
    title: 'The disk is full',
    help: 'Nothing new is taken until there is room; what was acknowledged is safe.',
  },
  journal_unavailable: {
    status: 503,
    title: 'The journal cannot be written',
    help: 'The log of the server names the cause.',
  },
  backlog: { status: 503, title: 'Too much waits to be stored', help: 'Wait as long as retry-after says.' },
  stopping: { status: 503, title: 'The server is stopping', help: 'Send it again in a moment.' },
  // One item among good ones.
  invalid_record: {
    status: 422,
    title: 'A record does not have the shape of its kind',
    help: 'The other records of the batch were taken.',
  },
  invalid_event: {
    status: 422,
    title: 'A replay event is not valid',
    help: 'The other events of the segment were taken.',
  },
  wrong_hash: {
    status: 422,
    title: "A stored text came under another text's hash",
    help: 'It was dropped; the rest of the segment was taken.',
  },
  asset_refused: {
    status: 422,
    title: 'A file of a page is no picture or font that is kept',
    help: 'It was dropped and is a box in replays: kept are png, jpeg, gif, webp, avif, ico, svg that only draws, woff, woff2, ttf and otf, up to 1 MB.',
  },
  assets_full: {
    status: 422,
    title: 'The project has no room for more pictures and fonts',
    help: 'Replays show what is there; room comes as older ones go with their days.',
  },
  forbidden_key: {
    status: 422,
    title: 'A key that could change a prototype was dropped',
    help: 'Do not send __proto__, constructor or prototype as keys.',
  },
  conflict: {
    status: 409,
    title: 'A batch or segment with this number and other content is here already',
    help: 'The first one is kept; this one was set aside.',
  },
  replay_full: {
    status: 413,
    title: 'The session has as much replay as one may have',
    help: 'Its picture ends there; errors, calls and vitals are taken on. Exclude what changes without end from recording.',
  },
  erased: {
    status: 410,
    title: 'This session was erased',
    help: 'Nothing more of it is taken; what the person does in a new session is recorded.',
  },
  too_late: {
    status: 422,
    title: 'The session was closed too long ago',
    help: 'Records are taken up to seven days late.',
  },
  // The API.
  bad_request: { status: 400, title: 'The request is not valid', help: 'The issues name each field.' },
  bad_search: {
    status: 400,
    title: 'The search cannot be read',
    help: 'The detail says what is wrong and where; docs/search.md has the grammar.',
  },
  bad_cursor: { status: 400, title: 'The cursor is not one of ours', help: 'Start again without a cursor.' },
  unauthenticated: {
    status: 401,
    title: 'Nobody is signed in',
    help: 'Sign in, or send a token as `Authorization: Bearer …`.',
  },
  bad_credentials: {
    status: 401,
    title: 'E-mail or password is wrong',
    help: 'Try again; where the password is lost, an admin makes a link for a new one.',
  },
  forbidden: { status: 403, title: 'Your role does not allow this', help: 'Ask an admin or owner of the project.' },
  csrf: {
    status: 403,
    title: 'The request did not come from our own pages',
    help: 'Use a token for scripts; cookies only work from the dashboard.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    help: 'It may have been deleted, or it belongs to a project that you are no member of.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This method is not offered here',
    help: 'The allow header lists the methods.',
  },
  too_large_to_export: {
    status: 413,
    title: 'This session is too large for one file',
    help: 'Choose a part of it on the timeline, and export that.',
  },
  too_many_notes: {
    status: 409,
    title: 'This session has as many notes as it can hold',
    help: 'Delete some that nobody needs any more.',
  },
  too_many_views: {
    status: 409,
    title: 'This project has as many saved views as it can hold',
    help: 'Delete some that nobody needs any more.',
  },
  file_too_large: {
    status: 413,
    title: 'The file is too large',
    help: 'A file has at most 64 MB as it is sent and 120 MB unpacked; gzip it, or split the bundle.',
  },
  release_full: {
    status: 413,
    title: 'The release has too many files or bytes',
    help: 'A release has at most 4,000 files and 512 MB; leave out what is no script or source map of the product.',
  },
  file_not_useful: {
    status: 422,
    title: 'This file is of no use here',
    help: 'Send scripts, their source maps, index.html and the manifests of frameworks.',
  },
  wrong_content: {
    status: 422,
    title: 'The file is not what it was said to be',
    help: 'It changed while it was sent, or on its way; nothing was kept. Send it again.',
  },
  fetching_off: {
    status: 403,
    title: 'Fetching from the site is switched off',
    help: 'An admin switches it on under Settings → Releases, or uploads the build instead.',
  },
  cannot_fetch: {
    status: 422,
    title: 'The scripts of this page cannot be fetched',
    help: 'Only pages of the public internet are fetched, on ports 80 and 443; upload the build instead.',
  },
  upload_incomplete: {
    status: 409,
    title: 'Files of this upload are missing',
    help: 'Send those that the issues name, and finish again; nothing of this upload is used until then.',
  },
  already_claimed: {
    status: 409,
    title: 'This server has an owner already',
    help: 'Sign in, or ask the owner for an invitation.',
  },
  bad_setup_link: {
    status: 403,
    title: 'The set-up link is not valid any more',
    help: 'Restart the server; it prints a new one as long as there is no owner.',
  },
  bad_reset_link: {
    status: 403,
    title: 'This link for a new password is not valid any more',
    help: 'It works once, for a day. Ask an admin for another one; for an owner, `npm start -- reset-owner` makes one.',
  },
  wrong_password: {
    status: 403,
    title: 'The current password is wrong',
    help: 'Type the one that you sign in with; if it is lost, ask an admin for a link for a new one.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Somebody else has changed this meanwhile',
    help: 'Look at what is in force now, and change that.',
  },
  already_exists: { status: 409, title: 'That exists already', help: 'Choose another name.' },
  last_owner: { status: 409, title: 'The last owner cannot be removed', help: 'Make somebody else an owner first.' },
  weak_password: {
    status: 422,
    title: 'The password is too short',
    help: `Use at least ${minPasswordChars} characters.`,
  },
  too_many_attempts: { status: 429, title: 'Too many wrong sign-ins', help: 'Wait as long as retry-after says.' },
  query_timeout: {
    status: 503,
    title: 'The question took too long',
    help: 'Choose a shorter time range, or try again.',
  },
  too_many_questions: {
    status: 503,
    title: 'Too many questions wait to be answered',
    help: 'Ask again in a few seconds, fewer at a time or over a shorter range. Other projects are served meanwhile.',
  },
  engine_unavailable: {
    status: 503,
    title: 'The column engine does not answer',
    help: 'It is restarted by itself; nothing that was acknowledged is lost. Try again in a few seconds.',
  },
  erasing_again: {
    status: 503,
    title: 'Who was erased before is being erased again',
    help: 'This folder was restored from a backup, and took over who was erased since. It answers as soon as they are gone from it, and takes in meanwhile. Try again in a few seconds.',
  },
  catalog_damaged: {
    status: 503,
    title: 'The catalog is damaged',
    help: 'Stop the server, keep the folder as it is, and restore the last backup into a new one (`npm start -- restore FILE`); look at the disk too.',
  },
  ledger_damaged: {
    status: 503,
    title: 'The ledger is damaged',
    help: 'Nothing is stored until it is whole; what comes in is kept. Stop the server, and restore the last backup into a new folder (`npm start -- restore FILE`), or move the files whose names begin with `ledger.sqlite` out of this one: all that is recorded stays then, what came in is counted anew, and pages that are still open of visitors who were erased are heard again. Look at the disk too.',
  },
  internal: {
    status: 500,
    title: 'We were wrong',
    help: 'The log of the server has the cause under the id in the detail.',
  },
  // Starting.
  port_taken: {
    status: 500,
    title: 'The port is taken',
    help: 'Stop the other program, or set PORT to another number.',
  },
  data_in_use: {
    status: 500,
    title: 'The data folder is in use by another process',
    help: 'Stop the other Sightglass, or set SIGHTGLASS_DATA to another folder.',
  },
  data_unwritable: {
    status: 500,
    title: 'The data folder cannot be written',
    help: 'Check the folder, its owner and its permissions.',
  },
  data_newer: {
    status: 500,
    title: 'The data folder was written by a newer version',
    help: 'Start that version or a newer one; nothing was touched.',
  },
  clickhouse_refused: {
    status: 500,
    title: 'The ClickHouse server cannot be used',
    help: 'Check the address, user, password and database in SIGHTGLASS_CLICKHOUSE, and what the user may do (docs/running.md).',
  },
  clickhouse_taken: {
    status: 500,
    title: 'The ClickHouse database belongs to another data folder',
    help: 'Make a database for this folder alone and name it in SIGHTGLASS_CLICKHOUSE, or start with the folder that it belongs to.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof catalogue;

/** A thing that a caller must be told. `detail` says what and where, never a value from a body. */
export class SightglassError extends Error {
  override readonly name = 'SightglassError';
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly issues: Problem['issues'];

  constructor(
    code: ErrorCode,
    detail?: string,
    more: { cause?: unknown; retryAfter?: number; issues?: Problem['issues'] } = {},
  ) {
    super(detail ?? catalogue[code].title, { cause: more.cause });
    this.code = code;
    this.retryAfter = more.retryAfter;
    this.issues = more.issues;
  }
}

export function toProblem(error: SightglassError): Problem {
  const { status, title, help } = catalogue[error.code];
  return {
    type: `https://sightglass.invalid/docs/errors#${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message === title ? help : `${error.message}. ${help}`,
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.issues === undefined ? {} : { issues: error.issues }),
  };
}
