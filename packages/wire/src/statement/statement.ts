import { z } from 'zod';
import {
  callStatement,
  errorStatement,
  queryStatement,
  requestFieldStatement,
  responseFieldStatement,
  statusStatement,
} from './calls.ts';
import { entityStatement, fieldStatement, ruleStatement, stateStatement, transitionStatement } from './entities.ts';
import {
  audienceStatement,
  capabilityStatement,
  journeyStatement,
  linkStatement,
  purposeStatement,
  screenStatement,
} from './product.ts';
import { constantStatement, flagStatement, permissionStatement, roleStatement, storageStatement } from './switches.ts';

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
