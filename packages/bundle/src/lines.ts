/** Where lines begin, and so which line and column an offset has. Lines end as ECMAScript and source maps have it. */
export interface Lines {
  /** Line from 1, column from 0 in UTF-16 units. Offsets past the end give the last place. */
  at(offset: number): { line: number; column: number };
  /** The offset of a line (from 1) and a column (from 0); a column past the line's end gives the end of the line. */
  offsetOf(line: number, column: number): number;
  count: number;
}

export function linesOf(text: string): Lines {
  const starts = [0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 0x2028 || code === 0x2029) starts.push(i + 1);
    else if (code === 13 && text.charCodeAt(i + 1) !== 10) starts.push(i + 1);
  }

  function lineIndex(offset: number): number {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    count: starts.length,
    at(offset) {
      const bounded = Math.max(0, Math.min(offset, text.length));
      const index = lineIndex(bounded);
      return { line: index + 1, column: bounded - (starts[index] ?? 0) };
    },
    offsetOf(line, column) {
      const index = Math.max(0, Math.min(line - 1, starts.length - 1));
      return Math.min((starts[index] ?? 0) + column, starts[index + 1] ?? text.length);
    },
  };
}
