import type { Catalog, DeedBegun, DeedOutcome } from '@sightglass/store';
import type { DeedDetail, DeedKind } from '@sightglass/wire';
import type { Asked, EndpointName, Endpoints } from '../answer/handlers.ts';
import { erasedMark } from '../ledger/index.ts';

type Told = Pick<DeedBegun, 'about' | 'name' | 'details' | 'erased'>;
/** What a handler answers where it answers JSON. */
type AnswerOf<Name extends EndpointName> = Endpoints[Name]['answer']['_zod']['output'];

/** What the audit keeps of a door. */
export interface Kept<Name extends EndpointName> {
  did: DeedKind;
  /** It stands in the audit of the server, not of the project of its path. */
  ofServer?: true;
  /** What is known before: it is on the disk before anything is done. */
  before?(asked: Asked<Name>, catalog: Catalog): Told | Promise<Told>;
  /** What only the answer tells. */
  after?(asked: Asked<Name>, answer: AnswerOf<Name>): Omit<DeedOutcome, 'outcome'>;
}

const ownId = /^[a-z]_[a-z0-9]{12}$/;
/** Of what stands in an address only what is an id of ours: anything else may be somebody's name. */
const idOf = (text: string): string => (ownId.test(text) ? text : '');
const fact = (name: string, to: DeedDetail['to']): DeedDetail => ({ name, from: null, to });
const counted = (counts: Record<string, number>): DeedDetail[] =>
  Object.entries(counts).map(([name, count]) => fact(name, count));

/** What is otherwise than it was. */
function changed(before: object, after: object): DeedDetail[] {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, to]) => {
    const from = was.get(name) ?? null;
    // Settings are texts, numbers and switches.
    return from === to ? [] : [{ name, from, to } as DeedDetail];
  });
}

async function personOf(catalog: Catalog, project: string, id: string) {
  const all = [...(await catalog.members.list(project)), ...(await catalog.invitations.list(project))];
  return all.find((one) => one.id === id);
}

/** Doors that do something which somebody may have to answer for. A test holds that every other one is a question, or is known to need none. */
export const deeds: { [Name in EndpointName]?: Kept<Name> } = {
  exportSession: {
    did: 'session-exported',
    before: ({ query }) => ({ details: [fact('format', query.format)] }),
    // Not before: it is only now that this is known to be a session's id.
    after: ({ params }) => ({ about: params.session }),
  },
  eraseVisitor: { did: 'person-erased', after: (_, was) => ({ details: counted(was) }) },
  eraseSessions: {
    did: 'sessions-erased',
    // One alone is named by what stands for it from then on.
    before: ({ params, body: { ids } }) =>
      ids.length === 1 ? { about: erasedMark(params.project, ids[0] ?? ''), erased: true } : {},
    after: (_, was) => ({ details: counted(was) }),
  },
  removeSample: { did: 'sample-removed', after: (_, was) => ({ details: counted(was) }) },

  changeRecording: {
    did: 'recording-changed',
    before({ params, body: { after: _, ...wanted } }, { recording }) {
      return { details: changed(recording.of(params.project), wanted) };
    },
  },
  changeRetention: {
    did: 'retention-changed',
    before: async ({ params, body: { days } }, { retention }) => ({
      details: changed(await retention.of(params.project), { days }),
    }),
  },
  changeReleaseSettings: {
    did: 'release-settings-changed',
    before: async ({ params, body: { after: _, ...wanted } }, { releases }) => ({
      details: changed(await releases.settings(params.project), wanted),
    }),
  },
  finishRelease: {
    did: 'release-uploaded',
    before: ({ params, body }) => ({ about: params.release, details: [fact('files', body.files.length)] }),
  },
  fetchReleaseFiles: { did: 'release-fetched', before: ({ params }) => ({ about: params.release }) },
  deleteReleaseFiles: { did: 'release-deleted', before: ({ params }) => ({ about: params.release }) },

  createKey: { did: 'key-made', after: (_, { id }) => ({ about: id }) },
  revokeKey: { did: 'key-revoked', before: ({ params }) => ({ about: idOf(params.key) }) },
  createToken: {
    did: 'token-made',
    before: ({ body: { name, role } }) => ({ name, details: [fact('role', role)] }),
    after: (_, { id }) => ({ about: id }),
  },
  revokeToken: {
    did: 'token-revoked',
    async before({ params }, { tokens }) {
      const token = (await tokens.list(params.project)).find(({ id }) => id === params.token);
      return { about: idOf(params.token), ...(token && { name: token.name }) };
    },
  },

  inviteMember: {
    did: 'member-invited',
    before: ({ body }) => ({ details: [fact('role', body.role)] }),
    after: (_, { id }) => ({ about: id }),
  },
  changeMember: {
    did: 'member-changed',
    async before({ params, body: { role } }, catalog) {
      const was = (await personOf(catalog, params.project, params.member))?.role ?? null;
      return { about: idOf(params.member), details: [{ name: 'role', from: was, to: role }] };
    },
  },
  removeMember: {
    did: 'member-removed',
    async before({ params }, catalog) {
      const person = await personOf(catalog, params.project, params.member);
      return { about: idOf(params.member), details: person ? [fact('role', person.role)] : [] };
    },
  },
  createReset: { did: 'reset-made', before: ({ params }) => ({ about: idOf(params.member) }) },

  retryQuarantine: { did: 'quarantine-retried' },
  dropQuarantine: { did: 'quarantine-deleted' },
  exportDeeds: { did: 'audit-exported', before: ({ query }) => ({ details: [fact('format', query.format)] }) },
  exportServerDeeds: {
    did: 'audit-exported',
    ofServer: true,
    before: ({ query }) => ({ details: [fact('format', query.format)] }),
  },

  renameProject: {
    did: 'project-renamed',
    before: async ({ params, body }, { projects }) => ({
      details: changed({ name: (await projects.find(params.project))?.name }, body),
    }),
  },
  createProject: {
    did: 'project-made',
    ofServer: true,
    before: ({ body }) => ({ name: body.name }),
    after: (_, { id }) => ({ about: id }),
  },
  removeProject: {
    did: 'project-removed',
    ofServer: true,
    async before({ params }, { projects }) {
      const project = await projects.find(params.project);
      return project === undefined ? {} : { about: project.id, name: project.name };
    },
  },
  changePassword: { did: 'password-changed', ofServer: true, before: ({ caller }) => ({ about: caller?.id ?? '' }) },
};

/** Doors that show what one session was like. */
export const looks: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'getReplay',
  'listRecords',
  'sessionSpecification',
]);
