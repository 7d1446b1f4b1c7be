/** What may stand next. `first…` are the places right after an opening bracket, where the closing one may stand as well. */
type Expecting = 'value' | 'firstValue' | 'key' | 'firstKey' | 'colon' | 'more' | 'end';

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const words = ['true', 'false', 'null'].map((word) => Array.from(word, (letter) => letter.charCodeAt(0)));

/**
 * Where a text stops being one JSON document (RFC 8259), as the offset of a byte. Slow and exact: it runs only for bodies that
 * `JSON.parse` refused, whose own message counts UTF-16 units and quotes the text.
 *
 * @returns undefined when it is JSON.
 */
export function locateFault(bytes: Uint8Array): number | undefined {
  const inObject: boolean[] = [];
  let expecting: Expecting = 'value';
  let at = 0;

  for (;;) {
    at = skipBlank(bytes, at);
    const byte = bytes[at];
    if (byte === undefined) return expecting === 'end' ? undefined : at;
    const char = String.fromCharCode(byte);
    if (expecting === 'end') return at;
    if (expecting === 'colon') {
      if (char !== ':') return at;
      at += 1;
      expecting = 'value';
    } else if (expecting === 'more') {
      if (char === ',') expecting = inObject.at(-1) ? 'key' : 'value';
      else if (closes(char)) expecting = after();
      else return at;
      at += 1;
    } else if (closes(char) && (expecting === 'firstKey' || expecting === 'firstValue')) {
      expecting = after();
      at += 1;
    } else if (expecting === 'key' || expecting === 'firstKey') {
      const end = char === '"' ? stringEnd(bytes, at) : { fault: at };
      if ('fault' in end) return end.fault;
      at = end.at;
      expecting = 'colon';
    } else if (char === '{' || char === '[') {
      inObject.push(char === '{');
      expecting = char === '{' ? 'firstKey' : 'firstValue';
      at += 1;
    } else {
      const end = scalarEnd(bytes, at);
      if ('fault' in end) return end.fault;
      at = end.at;
      expecting = inObject.length === 0 ? 'end' : 'more';
    }
  }

  function closes(char: string): boolean {
    return char === (inObject.at(-1) ? '}' : ']') && inObject.length > 0;
  }

  function after(): Expecting {
    inObject.pop();
    return inObject.length === 0 ? 'end' : 'more';
  }
}

type End = { at: number } | { fault: number };

function skipBlank(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at += 1;
  return at;
}

function stringEnd(bytes: Uint8Array, from: number): End {
  for (let at = from + 1; ; at += 1) {
    const byte = bytes[at];
    if (byte === undefined || byte < 0x20) return { fault: at };
    if (byte === 0x22) return { at: at + 1 };
    if (byte !== 0x5c) continue;
    at += 1;
    const escaped = String.fromCharCode(bytes[at] ?? 0);
    if (escaped === 'u') {
      for (const last = at + 4; at < last; ) {
        at += 1;
        if (!/[0-9a-fA-F]/.test(String.fromCharCode(bytes[at] ?? 0))) return { fault: at };
      }
    } else if (!'"\\/bfnrt'.includes(escaped)) return { fault: at };
  }
}

function scalarEnd(bytes: Uint8Array, from: number): End {
  if (bytes[from] === 0x22) return stringEnd(bytes, from);
  const word = words.find((letters) => letters[0] === bytes[from]);
  if (word !== undefined) {
    const wrong = word.findIndex((letter, index) => bytes[from + index] !== letter);
    return wrong === -1 ? { at: from + word.length } : { fault: from + wrong };
  }
  let end = from;
  while (end < bytes.length && /[-+.\deE]/.test(String.fromCharCode(bytes[end] ?? 0))) end += 1;
  let text = '';
  for (let at = from; at < end; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  number.lastIndex = 0;
  return number.test(text) ? { at: from + number.lastIndex } : { fault: from };
}
