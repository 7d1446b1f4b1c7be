import type { Entity } from './entity.ts';

const names = /user|member|person|account|employee|people|profile|staff|customer|agent|author/i;

/** Whether the things of this kind are people: they are called so, and have an address. */
export function isPerson({ name, aliases, fields }: Entity): boolean {
  return [name, ...aliases].some((one) => names.test(one)) && [...fields].some((field) => /e-?mail/i.test(field));
}

const ofPerson =
  /(?:^|[a-z])(?:By|_by)$|^(?:by|user|owner|author|assignee|creator|approver|reviewer|requester|member|sender|recipient|manager)(?:_?id)?$/i;

/** Whether a field says who did something, or whom it is about. */
export function isForPerson(field: string): boolean {
  return ofPerson.test(field);
}
