import { z } from 'zod';
import { epochMs } from './ids.ts';
import { maxEvidence } from './limits.ts';

/** The nine points, always in this order and under these names. */
export const points = [
  {
    point: 1,
    slug: 'purpose',
    title: 'Purpose and people',
    shownBy: 'Titles, top journeys and roles of at least two visitors.',
  },
  { point: 2, slug: 'screens', title: 'Screens and routes', shownBy: 'A view of a screen.' },
  { point: 3, slug: 'entities', title: 'Entities and fields', shownBy: 'Calls whose answers carry objects.' },
  { point: 4, slug: 'states', title: 'States and transitions', shownBy: 'An object seen in two states.' },
  { point: 5, slug: 'rules', title: 'Validation rules', shownBy: 'A form with constraints, or a refusal.' },
  {
    point: 6,
    slug: 'roles',
    title: 'Roles and permissions',
    shownBy: 'A role set with `setUser`, and calls allowed or refused to it.',
  },
  { point: 7, slug: 'calls', title: 'Calls', shownBy: 'A fetch or XHR of the application.' },
  { point: 8, slug: 'errors', title: 'Error catalogue', shownBy: 'An answer of 400 and above, or a thrown error.' },
  { point: 9, slug: 'constants', title: 'Constants and limits', shownBy: 'Limits that refuse, page sizes, timers.' },
] as const;
export type PointNumber = (typeof points)[number]['point'];
export const pointNumber = z.number().int().min(1).max(9);

/** A replay moment: where in which session the thing is seen. */
export const replayMoment = z.object({
  type: z.literal('moment'),
  session: z.string(),
  at: epochMs,
  release: z.string(),
  /** What is seen there, in a few words. */
  note: z.string(),
});
/** A place in code. Lines from 1, columns from 0 in UTF-16 units, as in source maps. */
export const codePlace = z.object({
  type: z.literal('code'),
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  release: z.string(),
});
export const evidence = z.discriminatedUnion('type', [replayMoment, codePlace]);
export type Evidence = z.infer<typeof evidence>;
export type ReplayMoment = z.infer<typeof replayMoment>;
export type CodePlace = z.infer<typeof codePlace>;

export const support = z.object({
  sessions: z.number().int(),
  visitors: z.number().int(),
  observations: z.number().int(),
  /** Observations that speak against it; shown beside it. */
  against: z.number().int(),
  first: epochMs,
  last: epochMs,
  releases: z.array(z.string()),
});
export type Support = z.infer<typeof support>;

/** What a person made of a statement. It stands on the statement's key, so it holds whatever sessions show from then on. */
export const reviewStates = ['confirmed', 'corrected', 'renamed', 'hidden'] as const;
export const review = z.object({
  state: z.enum(reviewStates),
  /** Who said so, and when. */
  by: z.string(),
  at: epochMs,
  /** `corrected`: the sentence instead of the inferred one. `renamed`: the name. */
  text: z.string().optional(),
  /** The inferred sentence, where a person's stands in its place. */
  inferred: z.string().optional(),
  /** What of the statement is inferred otherwise since, by name (`value`, `message`): what was said may no longer be so. */
  changed: z.array(z.string()).optional(),
});
export type Review = z.infer<typeof review>;

const statementBase = {
  /** Canonical identity: kind and identity fields. The same in every release, so that merging, diffing and review agree. */
  key: z.string(),
  point: pointNumber,
  /** One sentence, rendered from the value; no free text. */
  text: z.string(),
  support,
  confidence: z.number().min(0).max(1),
  tier: z.enum(['firm', 'likely', 'suspected']),
  evidence: z.array(evidence).min(1).max(maxEvidence),
  /** Absent: nobody has looked at it. A hidden statement is not in a specification; it stands in the list of reviews. */
  review: review.optional(),
};

export const control = z.object({
  role: z.string(),
  name: z.string(),
  actions: z.number().int(),
  frustrated: z.number().int(),
});
export const screenStatement = z.object({
  ...statementBase,
  kind: z.literal('screen'),
  route: z.string(),
  title: z.string(),
  views: z.number().int(),
  controls: z.array(control),
  enteredFrom: z.array(z.object({ route: z.string(), views: z.number().int() })),
});
export const callStatement = z.object({
  ...statementBase,
  kind: z.literal('call'),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  calls: z.number().int(),
  p75Ms: z.number().nullable(),
  failed: z.number().int(),
  statuses: z.array(z.object({ status: z.number().int(), calls: z.number().int() })),
  query: z.array(z.object({ name: z.string(), format: z.string() })),
  request: z.unknown().nullable(),
  /** Bodies were left out in the browser, since they carry a secret: what `request` shows is not all, or nothing. */
  requestLeftOut: z.literal('secret').optional(),
  response: z.unknown().nullable(),
  screens: z.array(z.object({ route: z.string(), calls: z.number().int() })),
});
export const errorStatement = z.object({
  ...statementBase,
  kind: z.literal('error'),
  /** The code of an answer, or the type of a thrown error. */
  code: z.string(),
  status: z.number().int().nullable(),
  origin: z.enum(['answer', 'thrown']),
  message: z.string(),
  raisedBy: z.array(z.object({ subject: z.string(), times: z.number().int() })),
});
/** Which call of the application, as `path` is written in its own statement. */
export const callName = z.object({ method: z.string(), path: z.string() });
export type CallName = z.infer<typeof callName>;
/** What is known of a value without telling one. `values`: a closed set, each seen from several visitors. */
const aboutValue = {
  type: z.string(),
  format: z.string().nullable(),
  required: z.boolean(),
  nullable: z.boolean(),
  values: z.array(z.string()).nullable(),
  /**
   * How many visitors showed what the claims above turn on, by the labels of the fact: `type:null`, `optional`, `value:draft`. With it,
   * a comparison of releases tells a change from chance.
   */
  seenBy: z.record(z.string(), z.number().int()).optional(),
};

export const purposeStatement = z.object({
  ...statementBase,
  kind: z.literal('purpose'),
  /** The product's name as its titles say it; empty where they say none. */
  product: z.string(),
  vocabulary: z.array(z.string()),
});
export const audienceStatement = z.object({
  ...statementBase,
  kind: z.literal('audience'),
  who: z.string(),
  roles: z.array(z.object({ name: z.string(), visitors: z.number().int() })),
  devices: z.array(z.object({ name: z.string(), visitors: z.number().int() })),
});
export const capabilityStatement = z.object({
  ...statementBase,
  kind: z.literal('capability'),
  verb: z.string(),
  entity: z.string(),
  control: z.object({ role: z.string(), name: z.string() }).nullable(),
  call: callName.nullable(),
});
/** What people do from beginning to end, most first; each step by role and name, so that a test can do it again. */
export const journeyStatement = z.object({
  ...statementBase,
  kind: z.literal('journey'),
  name: z.string(),
  steps: z.array(
    z.object({ route: z.string(), role: z.string(), name: z.string(), type: z.string(), calls: z.array(callName) }),
  ),
});
export const linkStatement = z.object({
  ...statementBase,
  kind: z.literal('link'),
  from: z.string(),
  to: z.string(),
  times: z.number().int(),
  controls: z.array(z.object({ role: z.string(), name: z.string(), times: z.number().int() })),
});
export const entityStatement = z.object({
  ...statementBase,
  kind: z.literal('entity'),
  name: z.string(),
  aliases: z.array(z.string()),
  /** The field that tells one from another. */
  identifiedBy: z.string().nullable(),
  calls: z.array(callName),
});
export const fieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('field'),
  entity: z.string(),
  name: z.string(),
  /** The entity that it names one of. */
  ref: z.string().nullable(),
});
export const stateStatement = z.object({
  ...statementBase,
  kind: z.literal('state'),
  entity: z.string(),
  field: z.string(),
  name: z.string(),
  initial: z.boolean(),
  final: z.boolean(),
});
export const transitionStatement = z.object({
  ...statementBase,
  kind: z.literal('transition'),
  entity: z.string(),
  field: z.string(),
  from: z.string(),
  to: z.string(),
  /** `null`: it happened without a call of this application. */
  by: callName.nullable(),
  roles: z.array(z.string()),
  times: z.number().int(),
});
export const ruleNames = [
  'required',
  'requiredIf',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'unique',
  'enum',
  'compare',
  'equals',
] as const;
export const ruleStatement = z.object({
  ...statementBase,
  kind: z.literal('rule'),
  form: z.string().nullable(),
  call: callName.nullable(),
  field: z.string(),
  rule: z.enum(ruleNames),
  value: z.union([z.string(), z.number(), z.array(z.string())]).nullable(),
  /** What the person is told. */
  message: z.string().nullable(),
  /** Where it shows: constraints of the page, refusals in the form, refusals by the server. */
  from: z.array(z.enum(['page', 'form', 'server', 'code'])),
});
export const roleStatement = z.object({
  ...statementBase,
  kind: z.literal('role'),
  name: z.string(),
});
/** One cell of the matrix role × what is done. Exactly one of `call`, `route` and `action` is there. Role `*`: whoever it was. */
export const permissionStatement = z.object({
  ...statementBase,
  kind: z.literal('permission'),
  role: z.string(),
  call: callName.nullable(),
  route: z.string().nullable(),
  action: z.string().nullable(),
  allowed: z.boolean(),
  times: z.number().int(),
  refused: z.number().int(),
});
export const queryStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('query'),
  call: callName,
  name: z.string(),
});
export const requestFieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('requestField'),
  call: callName,
  /** As a path: `deliveryAddress.street`, `lines[].partNo`. */
  name: z.string(),
});
export const responseFieldStatement = z.object({
  ...statementBase,
  ...aboutValue,
  kind: z.literal('responseField'),
  call: callName,
  status: z.number().int(),
  name: z.string(),
});
export const statusStatement = z.object({
  ...statementBase,
  kind: z.literal('status'),
  call: callName,
  status: z.number().int(),
  calls: z.number().int(),
  codes: z.array(z.string()),
});
export const constantStatement = z.object({
  ...statementBase,
  kind: z.literal('constant'),
  name: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string().nullable(),
  meaning: z.string(),
});
/** What a switch decides over: the path of a screen, the name of a control, or a call as `POST /api/checkout`. */
export const flagGate = z.object({ what: z.enum(['screen', 'action', 'call']), name: z.string() });
export type FlagGate = z.infer<typeof flagGate>;
/** A switch that turns a part of the application on or off from outside. */
export const flagStatement = z.object({
  ...statementBase,
  kind: z.literal('flag'),
  /** As code or sessions have it, with placeholders for ids: `new-checkout`. */
  name: z.string(),
  /** What the code goes by where nobody sets the flag; `null`: it does not tell. */
  default: z.union([z.boolean(), z.number(), z.string()]).nullable(),
  /** Whose library is asked, such as `LaunchDarkly`; `null`: the application's own, or only sessions tell of it. */
  provider: z.string().nullable(),
  gates: z.array(flagGate),
  /** Sessions in which it was on, off, or one of several variants. A session may have had it both ways. */
  seen: z.object({ on: z.number().int(), off: z.number().int(), variant: z.number().int() }),
});
export const storageAreas = ['localStorage', 'sessionStorage', 'cookie', 'IndexedDB'] as const;
export const storedKinds = ['text', 'number', 'boolean', 'object', 'list'] as const;
export type StorageArea = (typeof storageAreas)[number];
export type StoredKind = (typeof storedKinds)[number];
/** A name under which the application keeps something in the browser. What is kept is never told, only of what kind it is. */
export const storageStatement = z.object({
  ...statementBase,
  kind: z.literal('storage'),
  /** With placeholders for ids: `cart_{userId}`. Of IndexedDB the name of a database. */
  name: z.string(),
  /** `null`: the code keeps it somewhere that only running tells. */
  area: z.enum(storageAreas).nullable(),
  /** `null`: not shown. */
  holds: z.enum(storedKinds).nullable(),
  /** The library that keeps it, such as `zustand`; `null`: the application itself. */
  by: z.string().nullable(),
});
export const statement = z.discriminatedUnion('kind', [
  purposeStatement,
  audienceStatement,
  capabilityStatement,
  journeyStatement,
  screenStatement,
  linkStatement,
  entityStatement,
  fieldStatement,
  stateStatement,
  transitionStatement,
  ruleStatement,
  roleStatement,
  permissionStatement,
  callStatement,
  queryStatement,
  requestFieldStatement,
  responseFieldStatement,
  statusStatement,
  errorStatement,
  constantStatement,
  flagStatement,
  storageStatement,
]);
export type Statement = z.infer<typeof statement>;
export type StatementOf<Kind extends Statement['kind']> = Extract<Statement, { kind: Kind }>;
export type ScreenStatement = z.infer<typeof screenStatement>;
export type CallStatement = z.infer<typeof callStatement>;
export type ErrorStatement = z.infer<typeof errorStatement>;

/** Where what sessions show and what the code of a release says do not agree, or only one of them speaks. */
export const findingSorts = ['in code, never reached', 'seen running, not in this code', 'disagreement'] as const;
export const finding = z.object({
  sort: z.enum(findingSorts),
  point: pointNumber,
  /** Of the statement that it is about. */
  key: z.string(),
  text: z.string(),
  evidence: z.array(evidence),
});
export type Finding = z.infer<typeof finding>;

export const specification = z.object({
  v: z.literal(1),
  project: z.object({ id: z.string(), name: z.string() }),
  span: z.object({ from: epochMs, until: epochMs }),
  environment: z.string().nullable(),
  release: z.string().nullable(),
  basis: z.object({ sessions: z.number().int(), visitors: z.number().int(), releases: z.array(z.string()) }),
  /**
   * Whose code stands beside the sessions, and how the two compare. `reading`: not yet, in some seconds. `refused`: `reason` says why it
   * could not be read. Absent: no code of these releases was uploaded.
   */
  code: z
    .object({
      release: z.string(),
      state: z.enum(['read', 'reading', 'refused']),
      reason: z.string().nullable(),
      findings: z.array(finding),
    })
    .optional(),
  points: z.array(
    z.object({
      point: pointNumber,
      title: z.string(),
      shown: z.boolean(),
      /** Where it is not shown: why, and what would show it. */
      reason: z.string().nullable(),
      statements: z.array(statement),
      /** Statements that a bound left out of this answer; they are told, never silent. */
      leftOut: z.number().int(),
      /** Why they are left out, and how many for each reason: `7 beyond the most frequent of their kind`. */
      leftOutFor: z.array(z.object({ reason: z.string(), times: z.number().int() })).optional(),
    }),
  ),
});
export type Specification = z.infer<typeof specification>;
