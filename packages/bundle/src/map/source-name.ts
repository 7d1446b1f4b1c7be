import { maxSourceName } from '../limits.ts';

/** A source's name taken apart. */
export interface SourceName {
  /** What stood before the path: `webpack`, `turbopack`, `file`, `https`, or a bundler plugin's namespace; empty when none. */
  scheme: string;
  /** The host part of `webpack://_N_E/…`. */
  space: string;
  /** The path, `.` and `..` resolved, without query; `up` says how many `..` went past its beginning. */
  path: string;
  up: number;
}

/**
 * Takes a name of `sources` apart. It is text from outside and is only ever shown and compared, never opened; so what climbs
 * out of its root is counted in `up`, and control characters are left out.
 */
export function sourceName(raw: string, root = ''): SourceName {
  const joined = root !== '' && !/^([a-z][\w+.-]*:|\/)/i.test(raw) ? `${root.replace(/\/+$/, '')}/${raw}` : raw;
  const text = [...joined.slice(0, maxSourceName)]
    .filter((char) => char >= ' ' && char !== '\x7f')
    .join('')
    .replaceAll('\\', '/');
  const found = /^([a-z][\w+.-]+):(?:\/\/([^/]*))?(.*)$/i.exec(text);
  const [scheme = '', space = '', rest = ''] = found ? found.slice(1) : ['', '', text];
  const path: string[] = [];
  let up = 0;
  for (const part of rest.replace(/[?#].*$/, '').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) up += 1;
  }
  return { scheme: scheme.toLowerCase(), space, path: path.join('/'), up };
}
