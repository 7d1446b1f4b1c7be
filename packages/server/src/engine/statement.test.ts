import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bind,
  insertTarget,
  quote,
  Refused,
  refuseReach,
  settingsList,
  splitFormat,
  statementKind,
  unescapeTsv,
} from './statement.ts';

const values = new Map([
  ['text', "it\\'s\\n"],
  ['number', '42'],
  ['table', 'records'],
  ['none', '\\N'],
]);
const functions = new Set(['url', 'file', 's3', 'executable', 'postgresql', 'numbers', 'values', 'merge']);

describe('parameters', () => {
  test('become typed literals where they stand', () => {
    expect(bind('SELECT {number:Int64}, { text : String }', values)).toBe(
      "SELECT _CAST(42, 'Int64'), _CAST('it\\'s\n', 'String')",
    );
    expect(bind('SELECT 1 FROM {table:Identifier}', values)).toBe('SELECT 1 FROM `records`');
    expect(bind('SELECT {none:Nullable(String)}', values)).toBe("SELECT _CAST(NULL, 'Nullable(String)')");
  });

  test('are left alone inside texts, names and comments', () => {
    const sql = "SELECT '{number:Int64}', `{number:Int64}` -- {number:Int64}\n/* {number:Int64} */";
    expect(bind(sql, values)).toBe(sql);
  });

  test('cannot end the literal that they are put in', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bound = bind('SELECT {text:String} AS x', new Map([['text', text]]));
        expect(bound.startsWith("SELECT _CAST('") && bound.endsWith("', 'String') AS x")).toBe(true);
        // What is left of the literal without escaped characters holds no quote.
        expect(bound.slice(14, -17).replace(/\\[\s\S]/g, '')).not.toMatch(/['\\]/);
      }),
      { seed: 4 },
    ));

  test('without a value, or of no type, are refused', () => {
    expect(() => bind('SELECT {other:String}', values)).toThrow(Refused);
    expect(() => bind('SELECT {text:String) OR (1}', values)).not.toThrow('_CAST(');
    expect(() => bind('SELECT {text:9}', values)).toThrow(Refused);
  });
});

describe('reach', () => {
  test.each([
    "SELECT * FROM url('http://10.0.0.1/', CSV)",
    "SELECT * FROM URL ('http://10.0.0.1/', CSV)",
    "SELECT * FROM /* */ file /* */ ('/etc/passwd')",
    "SELECT * FROM `file`('/etc/passwd')",
    'SELECT * FROM "s3"(\'x\')',
    "INSERT INTO FUNCTION file('x') SELECT 1",
    "SELECT * FROM postgresql('h', 'd', 't', 'u', 'p')",
    "WITH x AS (SELECT * FROM executable('id')) SELECT 1",
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    'SELECT 1; DROP TABLE records',
    "CREATE TABLE x (a Int8) ENGINE = URL('http://x', CSV)",
    'CREATE TABLE x (a Int8) ENGINE=File(CSV)',
    "SELECT 'open",
    'SELECT /* open',
    'SELECT $x$ open $x$',
  ])('%s is refused', (sql) => expect(() => refuseReach(sql, functions)).toThrow(Refused));

  test.each([
    "SELECT 'url(1)', url FROM records WHERE path LIKE '%file(%' -- s3('x')",
    'SELECT number FROM numbers(10)',
    "SELECT ';'",
    'SELECT 1;',
    'CREATE TABLE x (a Int8) ENGINE = ReplicatedReplacingMergeTree(a)',
    "SELECT m['url'] FROM records",
  ])('%s passes', (sql) => expect(() => refuseReach(sql, functions)).not.toThrow());
});

test('what may run beside others is told from what writes', () => {
  const kinds = [
    'select 1',
    '-- x\n(SELECT 1)',
    'WITH 1 AS x SELECT x',
    'INSERT INTO t SELECT 1',
    'ALTER TABLE t DELETE WHERE 1',
  ];
  expect(kinds.map(statementKind)).toEqual(['read', 'read', 'read', 'write', 'write']);
});

test('an insert of rows names its table, columns and format', () => {
  expect(insertTarget('INSERT INTO records FORMAT JSONEachRow')).toEqual({
    ...{ table: 'records', format: 'JSONEachRow', columns: undefined },
  });
  expect(insertTarget('INSERT INTO records (a, `b`) FORMAT JSONEachRow')?.columns).toEqual(['a', 'b']);
  expect(insertTarget('INSERT INTO records SELECT 1')).toBeUndefined();
});

test('the format is taken off the end, wherever the word stands before', () => {
  expect(splitFormat("SELECT 'FORMAT x'\nFORMAT JSONEachRow ;")).toEqual({
    body: "SELECT 'FORMAT x'",
    format: 'JSONEachRow',
  });
  expect(splitFormat("SELECT 'FORMAT x'")).toEqual({ body: "SELECT 'FORMAT x'", format: undefined });
});

test('settings have names of settings, and their values are quoted', () => {
  expect(
    settingsList(
      new Map([
        ['max_threads', '2'],
        ['log_comment', "a'b"],
      ]),
    ),
  ).toBe("max_threads = 2, log_comment = 'a\\'b'");
  expect(() => settingsList(new Map([['a = 1, b', '2']]))).toThrow(Refused);
});

test('TSV escapes are taken back', () => {
  expect(unescapeTsv("a\\tb\\\\n\\'c\\N")).toBe("a\tb\\n'cN");
  expect(quote('\\')).toBe("'\\\\'");
});
