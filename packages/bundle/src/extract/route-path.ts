/** Paths of nested routes, one under the other; one that begins at the root stands for itself. */
export function joinPaths(paths: readonly string[]): string {
  return paths.reduce((above, path) => {
    if (path.startsWith('/') && above !== '' && path.startsWith(above.replace(/\/$/, ''))) return path;
    return `${above.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  }, '');
}

/**
 * Every router's way to write a variable, as ours: `:id`, `:id(\\d+)`, `$id` and `[id]` are `{id}`. Groups and layouts without a segment
 * of their own are left off.
 *
 * @returns `undefined` for what is no screen: a path that takes everything, or none at all.
 */
export function templateOf(path: string): string | undefined {
  const segments = path
    .replace(/(?:(?<!:\w+)\?|#).*$/, '')
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:\([\w.-]+\)|_[\w-]+|@[\w-]+|index)$/.test(segment));
  const named: string[] = [];
  for (const segment of segments) {
    if (/^(?:\*+\w*|\$|\[{1,2}\.\.\.\w+\]{1,2}|:\w+[*+]|:\w+\(\.[*+]\)[*+]?)$/.test(segment)) {
      if (named.length === 0) return undefined;
      continue;
    }
    if (/^(?::\w+\?|\{-\$\w+\}|\[\[\w+(?:=\w+)?\]\])$/.test(segment)) continue; // there with and without it: the shorter one is always there
    const variable = /^(?::(\w+)(?:\(.*\))?|\$(\w+)|\[(\w+)(?:=\w+)?\]|\{(\w+)\})$/.exec(segment);
    const name = variable && (variable[1] ?? variable[2] ?? variable[3] ?? variable[4]);
    const partly = /^([\w.~@-]+):(\w+)$/.exec(segment);
    if (name) named.push(`{${name}}`);
    else if (partly) named.push(`${partly[1]}{${partly[2]}}`);
    else if (/^[\w.~@%+-]+$/.test(segment)) named.push(segment);
    else return undefined;
  }
  return /\.\w{2,5}$/.test(named.at(-1) ?? '') ? undefined : `/${named.join('/')}`;
}

/** `^\/orders\/(\d+)$` is `/orders/{}`; `undefined` for what is no plain path. */
export function templateOfRegex(source: string): string | undefined {
  const body = /^\^((?:\\\/|\/).*?)(?:\\?\/\?)?\$$/.exec(source)?.[1];
  if (body === undefined) return undefined;
  const segments = body.split(/\\?\//).slice(1);
  const named = segments.map((segment) => {
    if (/^[\w-]+$/.test(segment)) return segment;
    const variable =
      /^\((?:\?<(\w+)>)?(?:\\[dw][+*]|\[\^?[^\]]*\][+*](?:\{[\d,]+\})?|\.[+*])\)$/.exec(segment) ??
      /^(?:\\[dw]\+|\[[^\]]*\]\+)$/.exec(segment);
    return variable ? `{${variable[1] ?? 'id'}}` : undefined;
  });
  return named.every((segment) => segment !== undefined) ? `/${named.join('/')}` : undefined;
}
