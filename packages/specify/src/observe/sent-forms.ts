import type {
  FormField,
  FormRecord,
  ResourceRecord,
  Shape,
  TextFormat,
  ViewRecord,
  WireRecord,
} from '@sightglass/wire';
import { sentOnStatus } from './call-key.ts';
import { documentsIn } from './documents.ts';

/** A server that takes longer than this for an answer has lost the person. */
const answerMs = 30_000;
/** A form is told as sent a moment after it was, by when the document that answers it may have begun. */
const lateMs = 1_500;
/** What a page says as it begins it says to what it was asked for; later it is something else's answer. */
const greetMs = 5_000;

/** A form that the browser sent itself, and the document that came of it. */
interface Sent {
  form: FormRecord;
  postsTo: string;
  fields: readonly FormField[];
  begun: number;
  document: ResourceRecord;
  /** It is the answer itself: nobody was sent on to another address. */
  isAnswer: boolean;
  told: FormRecord[];
}

/**
 * The same records, with the calls that are forms which the browser sent itself: no script makes them, and a document answers them. A document
 * that refuses one shows the form again, so it is the screen on which the form stood, whatever its address is.
 */
export function withSentForms(records: readonly WireRecord[]): WireRecord[] {
  const sent = sentIn(records);
  if (sent.length === 0) return [...records];
  const shownAgain = new Map(
    sent.flatMap((one) => (isRefused(one) ? [[one.document.view, one.form.route] as const] : [])),
  );
  // Refused twice, the form stood on a screen that was the form's already.
  const screenOf = (view: string | undefined, route: string | undefined) => shownAgain.get(view) ?? route;
  for (const [view, route] of shownAgain) {
    const asker = sent.find(({ document }) => document.view === view)?.form;
    shownAgain.set(view, screenOf(asker?.view, route));
  }
  const calls = sent.map(toCall).map((call) => ({ ...call, route: screenOf(call.view, call.route) }));
  const asked = new Map(sent.flatMap(({ told, form }) => told.map((one) => [one, form.action] as const)));
  const here = records.map((record) => {
    const route = screenOf(record.view, record.route);
    const placed = route === record.route ? record : { ...record, route };
    const action = record.kind === 'form' ? asked.get(record) : undefined;
    return action === undefined || placed.kind !== 'form' ? placed : { ...placed, action };
  });
  return [...here, ...calls].map((record) => withoutNoRoute(record)).toSorted((one, other) => one.at - other.at);
}

const withoutNoRoute = (record: WireRecord): WireRecord => {
  if (record.route !== undefined) return record;
  const { route: _, ...rest } = record;
  return rest as WireRecord; // only what is not there anyway is left out
};

function sentIn(records: readonly WireRecord[]): Sent[] {
  const forms = records.filter((record): record is FormRecord => record.kind === 'form');
  const starts = new Map(
    records.flatMap((record) => (record.kind === 'action' ? [[record.id, record.at] as const] : [])),
  );
  const views = records.filter((record): record is ViewRecord => record.kind === 'view');
  const documents = documentsIn(records);
  return forms.flatMap((form): Sent[] => {
    const { postsTo, action = '', at, view, name } = form;
    if (postsTo === undefined) return [];
    const begun = starts.get(action) ?? at - lateMs;
    const next = views.find(
      (one) => one.cause === 'load' && one.view !== view && one.at >= begun && one.at <= begun + answerMs,
    );
    const document = next && documents.get(next.view ?? '');
    if (next === undefined || document === undefined) return [];
    const seen = forms.findLast((one) => one.event === 'seen' && one.name === name && one.view === view);
    const told = forms.filter(
      (one) =>
        one.event === 'refused' && one.action === undefined && one.view === next.view && one.at <= next.at + greetMs,
    );
    const isAnswer = document.path === postsTo;
    return [{ form, postsTo, fields: seen?.fields ?? [], begun, document, isAnswer, told }];
  });
}

/** By its status; servers that answer 200 to everything say beside the fields what is wrong. */
const isRefused = ({ isAnswer, document, told }: Sent): boolean =>
  isAnswer && (document.status >= 400 || told.some(({ refusals = [] }) => refusals.some(({ field }) => field !== '')));

function toCall(sent: Sent): ResourceRecord {
  const { form, postsTo, fields, begun, document, isAnswer, told } = sent;
  const refusals = isRefused(sent) ? told.flatMap(({ refusals = [] }) => refusals) : [];
  const errorMessage = refusals.find(({ field }) => field === '')?.message;
  const errorFields = refusals.filter(({ field }) => field !== '');
  const isSecret = fields.some(({ type }) => type === 'password');
  const { view, route, name, action } = form;
  return {
    ...{ kind: 'resource', at: begun, id: `${action ?? begun} ${name}`, type: 'document', host: '' },
    ...{ method: 'POST', path: postsTo },
    ...{ status: isAnswer ? document.status : sentOnStatus, mime: 'text/html' },
    ...(document.durationMs === undefined ? {} : { durationMs: document.durationMs }),
    ...(view === undefined ? {} : { view }),
    ...(route === undefined ? {} : { route }),
    ...(action === undefined ? {} : { action }),
    ...(isSecret
      ? { requestLeftOut: 'secret' as const }
      : fields.length > 0 && {
          request: shapeOf(fields),
          filled: fields.map((field) => ({ at: `$.${field.name}`, form: name, field: field.name })),
        }),
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(errorFields.length === 0 ? {} : { errorFields }),
  };
}

/** `loan.weeks`: as servers read the names of fields, one thing in another. */
function shapeOf(fields: readonly FormField[]): Shape {
  const top: Shape & { fields: Record<string, Shape> } = { types: ['object'], fields: {} };
  for (const field of fields) {
    const steps = field.name.replaceAll('[]', '').split('.').filter(Boolean);
    let at = top;
    for (const step of steps.slice(0, -1)) {
      const inner = at.fields[step] ?? { types: ['object' as const], fields: {} };
      at.fields[step] = inner;
      if (inner.fields === undefined) break;
      at = inner as typeof top; // it has fields
    }
    const last = steps.at(-1);
    if (last !== undefined) at.fields[last] ??= typedIn(field);
  }
  return top;
}

const formats: Readonly<Record<string, TextFormat>> = {
  ...{ email: 'email', url: 'url', tel: 'phone', date: 'date', 'datetime-local': 'date-time', time: 'time' },
};

/** What is typed there, by the kind of field. */
function typedIn({ type, name }: FormField): Shape {
  const one: Shape =
    type === 'number' || type === 'range'
      ? { types: ['number'] }
      : type === 'checkbox' && !name.endsWith('[]')
        ? { types: ['boolean'] }
        : { types: ['string'], ...(formats[type] ? { format: formats[type] } : {}) };
  return name.endsWith('[]') ? { types: ['array'], items: one } : one;
}
