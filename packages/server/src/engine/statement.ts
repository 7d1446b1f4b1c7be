/** One lexical piece of a statement. Spaces and comments are pieces too, so that joining them gives the text back. */
interface Piece {
  kind: 'word' | 'name' | 'text' | 'blank' | 'parameter' | 'other';
  text: string;
}

/** A statement that the dialect will not run; `code` is ClickHouse's number for it. */
export class Refused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const badArguments = 36;
const syntaxError = 62;
const unknownSetting = 115;
const unsetParameter = 456;
const accessDenied = 497;

// Sticky, in the order they are tried. A parameter is `{name:Type}`; every other brace is a map or JSON literal.
const lexicon: readonly [Piece['kind'], RegExp][] = [
  ['blank', /(?:\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?\*\/)/y],
  ['text', /'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ['name', /`(?:[^`\\]|\\[\s\S]|``)*`|"(?:[^"\\]|\\[\s\S]|"")*"/y],
  ['parameter', /\{\s*[A-Za-z_]\w*\s*:[^{}'"`]+\}/y],
  ['word', /[A-Za-z_]\w*/y],
  ['other', /\d[\w.]*|\$\w*\$|[^\s]/y],
];

function pieces(sql: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  while (at < sql.length) {
    const piece = pieceAt(sql, at);
    found.push(piece);
    at += piece.text.length;
  }
  return found;
}

function pieceAt(sql: string, at: number): Piece {
  for (const [kind, pattern] of lexicon) {
    pattern.lastIndex = at;
    const text = pattern.exec(sql)?.[0];
    if (text === undefined) continue;
    // An open quote, comment or heredoc would let the rest be read in another way than the engine reads it.
    if (kind === 'other' && (/['"`]/.test(text) || text.endsWith('$') || sql.startsWith('/*', at))) break;
    return { kind, text };
  }
  throw new Refused(syntaxError, `Cannot read the statement at character ${at}`);
}

/**
 * Puts the values of `{name:Type}` where they stand, each as a typed literal, the way the engine's own server does it
 * (`_CAST(literal, type)`). chDB's binding is not used: it is not safe beside other queries and so runs one at a time.
 *
 * @param values - Texts in TSV escaping, as `param_*` come over HTTP.
 * @throws {Refused} for a parameter without a value, or whose type is not one.
 */
export function bind(sql: string, values: ReadonlyMap<string, string>): string {
  return pieces(sql)
    .map((piece) => (piece.kind === 'parameter' ? literal(piece.text, values) : piece.text))
    .join('');
}

function literal(parameter: string, values: ReadonlyMap<string, string>): string {
  const [name = '', type = ''] = parameter
    .slice(1, -1)
    .split(/:(.*)/s)
    .map((part) => part.trim());
  const value = values.get(name);
  if (value === undefined) throw new Refused(unsetParameter, `Substitution \`${name}\` is not set`);
  if (type === 'Identifier') return quoteName(unescapeTsv(value));
  if (!/^[A-Za-z][\w(), ]*$/.test(type)) throw new Refused(badArguments, `\`${type}\` is not a type`);
  if (value === '\\N') return `_CAST(NULL, ${quote(type)})`;
  if (/^U?Int\d+$/.test(type) && /^-?\d{1,20}$/.test(value)) return `_CAST(${value}, ${quote(type)})`;
  // Inside an array, map or tuple the texts are quoted and escaped once already; the engine reads them itself.
  const text = /^(?:Array|Map|Tuple)\b/.test(type) ? value : unescapeTsv(value);
  return `_CAST(${quote(text)}, ${quote(type)})`;
}

const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' };

export function unescapeTsv(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character);
}

export function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`;
}

function quoteName(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``;
}

// They make rows out of nothing but their arguments; every other table function reaches a file, a network or a program.
const harmless = new Set([
  'format',
  'generateseries',
  'generate_series',
  'null',
  'numbers',
  'numbers_mt',
  'primes',
  'values',
  'zeros',
  'zeros_mt',
]);
const outside = /^(?:outfile|infile)$/i;
const engines = /^(?:Replicated)?(?:Replacing|Aggregating|Summing)?MergeTree$/;

/**
 * Refuses whatever would let a statement reach past the tables: table functions (`url`, `file`, `s3`, `executable`…),
 * `INTO OUTFILE`, engines other than MergeTree's, and more than one statement.
 *
 * @param tableFunctions - Names of all that this build of the engine has, in lower case.
 */
export function refuseReach(sql: string, tableFunctions: ReadonlySet<string>): void {
  const solid = pieces(sql).filter((piece) => piece.kind !== 'blank');
  solid.forEach((piece, index) => {
    if (piece.text === ';' && index < solid.length - 1) throw new Refused(syntaxError, 'One statement at a time');
    if (piece.kind !== 'word' && piece.kind !== 'name') return;
    const name = piece.kind === 'name' ? piece.text.slice(1, -1) : piece.text;
    const called = solid[index + 1]?.text === '(';
    if (called && tableFunctions.has(name.toLowerCase()) && !harmless.has(name.toLowerCase()))
      throw new Refused(accessDenied, `The table function \`${name}\` is not offered`);
    if (piece.kind === 'word' && outside.test(name)) throw new Refused(accessDenied, `${name} is not offered`);
    if (piece.kind === 'word' && /^engine$/i.test(name)) refuseEngine(solid, index);
  });
}

function refuseEngine(solid: readonly Piece[], index: number): void {
  const named = solid[index + 1]?.text === '=' ? solid[index + 2] : undefined;
  if (named?.kind === 'word' && !engines.test(named.text))
    throw new Refused(accessDenied, `The table engine ${named.text} is not offered`);
}

/** `read` may run beside others and on any session; `write` goes through the one writer. */
export function statementKind(sql: string): 'read' | 'write' {
  const first = pieces(sql).find((piece) => piece.kind === 'word');
  return /^(?:select|with|explain|show|describe|desc|exists)$/i.test(first?.text ?? '') ? 'read' : 'write';
}

/** `INSERT INTO table FORMAT F` with its rows in the body: the one insert with data that the dialect takes. */
export function insertTarget(
  sql: string,
): { table: string; format: string; columns: string[] | undefined } | undefined {
  const found = /^\s*INSERT\s+INTO\s+`?(\w+)`?\s*(?:\(([\w\s,`]+)\))?\s*FORMAT\s+(\w+)\s*;?\s*$/i.exec(sql);
  if (!found) return undefined;
  const columns = found[2]?.split(',').map((column) => column.replaceAll('`', '').trim());
  return { table: found[1] ?? '', format: found[3] ?? '', columns };
}

/** The statement without its closing `FORMAT F` and semicolon, and that format. */
export function splitFormat(sql: string): { body: string; format: string | undefined } {
  const found = /^([\s\S]*?)(?:\s+FORMAT\s+(\w+))?[\s;]*$/i.exec(sql);
  return { body: found?.[1] ?? sql, format: found?.[2] };
}

/** A `SETTINGS` list; settings travel in the statement because `SET` would stay with the session. */
export function settingsList(settings: ReadonlyMap<string, string>): string {
  return [...settings]
    .map(([name, value]) => {
      if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Refused(unknownSetting, `\`${name}\` is not a setting`);
      return `${name} = ${/^-?\d+(?:\.\d+)?$/.test(value) ? value : quote(value)}`;
    })
    .join(', ');
}
