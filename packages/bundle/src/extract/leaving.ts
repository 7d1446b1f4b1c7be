import { choice, type Value } from '../evaluate/value.ts';

/** A place where a request leaves, as it is written. Values may still rest on parameters. */
export interface Request {
  method: Value | string;
  url: Value;
  base: Value | undefined;
  query: Value[];
  body: Value | undefined;
  /** Surely a request: `fetch`, `XMLHttpRequest`. Others need an address that looks like one. */
  sure: boolean;
  /** What is put into the request as callers hand it in. */
  handed?: Value[];
}

export const methodName = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** What is sent, out of its JSON; where there may be nothing, what there is else. */
export function unpacked(body: Value | undefined): Value | undefined {
  if (body?.is !== 'choice') return body?.is === 'json' ? body.of : body;
  const some = body.options.flatMap((one) => (one.is === 'nothing' ? [] : (unpacked(one) ?? [])));
  return some.length === 0 ? undefined : choice(body.spot, some);
}
