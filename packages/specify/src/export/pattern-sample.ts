/**
 * A text that a regular expression takes, for the part of the language that forms use: literals, classes, `\d` and its kin, groups,
 * alternatives (the first is taken) and counts. `undefined` where it says more than that.
 *
 * @param atLeast - How long the text must be; `+`, `*` and open counts repeat as often as that takes.
 */
export function samplePattern(pattern: string, atLeast = 1): string | undefined {
  const reader = {
    rest: pattern.replace(/^\^/, '').replace(/\$$/, ''),
    atLeast: Math.min(Math.max(atLeast, 1), 1_000),
  };
  const text = readSequence(reader);
  if (reader.rest !== '') return undefined;
  try {
    return text !== undefined && new RegExp(pattern, 'u').test(text) && text.length >= atLeast ? text : undefined;
  } catch {
    return undefined; // It is no regular expression, or none of today's.
  }
}

interface Reader {
  rest: string;
  atLeast: number;
}

function take(reader: Reader, token: RegExp): RegExpExecArray | undefined {
  const found = token.exec(reader.rest);
  if (found === null) return undefined;
  reader.rest = reader.rest.slice(found[0].length);
  return found;
}

function readSequence(reader: Reader): string | undefined {
  let text = '';
  while (reader.rest !== '' && !/^[)|]/.test(reader.rest)) {
    const atom = readAtom(reader);
    if (atom === undefined) return undefined;
    text += atom.repeat(readCount(reader));
  }
  // Other alternatives are read, so that what stands behind them is found, and not taken.
  if (take(reader, /^\|/) && readSequence(reader) === undefined) return undefined;
  return text;
}

function readAtom(reader: Reader): string | undefined {
  if (take(reader, /^\((?:\?:)?/)) {
    const text = readSequence(reader);
    return take(reader, /^\)/) ? text : undefined;
  }
  const kind = take(reader, /^\\([dws])/)?.[1];
  if (kind !== undefined) return { d: '1', w: 'a', s: ' ' }[kind];
  const list = take(reader, /^\[((?:\\.|[^\]\\])+)\]/)?.[1];
  if (list !== undefined) return fromClass(list);
  const escaped = take(reader, /^\\([^a-zA-Z0-9])/)?.[1];
  if (escaped !== undefined) return escaped;
  return take(reader, /^\./) ? 'a' : take(reader, /^[^\\^$.*+?()[\]{}|]/u)?.[0];
}

function fromClass(list: string): string | undefined {
  if (list.startsWith('^')) return undefined;
  const first = /^\\([dws])/.exec(list)?.[1];
  if (first !== undefined) return { d: '1', w: 'a', s: ' ' }[first];
  return list.startsWith('\\') ? list.charAt(1) : String.fromCodePoint(list.codePointAt(0) ?? 97);
}

function readCount(reader: Reader): number {
  const counted = take(reader, /^\{(\d+)(,\d*)?\}\??/);
  if (counted) return Math.min(Number(counted[1]), 1_000);
  if (take(reader, /^\?\??/)) return 1;
  return take(reader, /^[+*]\??/) ? reader.atLeast : 1;
}
