import { z } from 'zod';
import { actionRecord } from './action.ts';
import { consoleRecord } from './console.ts';
import { errorRecord } from './error.ts';
import { formRecord } from './form.ts';
import { longTaskRecord } from './long-task.ts';
import { resourceRecord } from './resource.ts';
import { contextRecord, customRecord, stateRecord, userRecord } from './said.ts';
import { sessionRecord } from './session.ts';
import { viewRecord } from './view.ts';
import { vitalRecord } from './vital.ts';

/** One unit of what a browser tells. The kinds are the glossary's. */
export const wireRecord = z.discriminatedUnion('kind', [
  sessionRecord,
  viewRecord,
  actionRecord,
  resourceRecord,
  errorRecord,
  longTaskRecord,
  vitalRecord,
  consoleRecord,
  formRecord,
  stateRecord,
  userRecord,
  contextRecord,
  customRecord,
]);
export type WireRecord = z.infer<typeof wireRecord>;
export type RecordKind = WireRecord['kind'];
export const recordKinds = wireRecord.options.map((option) => option.shape.kind.value) as [RecordKind, ...RecordKind[]];

export type SessionRecord = z.infer<typeof sessionRecord>;
export type ViewRecord = z.infer<typeof viewRecord>;
export type ActionRecord = z.infer<typeof actionRecord>;
export type ResourceRecord = z.infer<typeof resourceRecord>;
export type ErrorRecord = z.infer<typeof errorRecord>;
export type LongTaskRecord = z.infer<typeof longTaskRecord>;
export type VitalRecord = z.infer<typeof vitalRecord>;
export type ConsoleRecord = z.infer<typeof consoleRecord>;
export type FormRecord = z.infer<typeof formRecord>;
export type StateRecord = z.infer<typeof stateRecord>;
export type UserRecord = z.infer<typeof userRecord>;
export type ContextRecord = z.infer<typeof contextRecord>;
export type CustomRecord = z.infer<typeof customRecord>;

export { type Frustration, frustration } from './action.ts';
export { type StackFrame, stackFrame } from './error.ts';
export { type FormField, formField } from './form.ts';
export { type VitalName, vitalName } from './vital.ts';
