import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../../fixtures/corpus/captured.ts';
import { type Asked, createReplayLifter, foreignFormats, type Lifted } from '../index.ts';

const { datadog } = foreignFormats;
const key = `sgk_${'a'.repeat(32)}`;
const now = Date.UTC(2026, 10, 21, 12);
const session = '7ce85128-2ea9-4d81-b28f-e916b07d8c8d';
const view = '7203d788-0e59-4750-bc39-be776ee2a422';
const forward = (path: string) => `ddforward=${encodeURIComponent(`${path}?ddsource=browser&dd-api-key=pub1`)}`;
const head = (query = forward('/api/v2/rum'), more = {}) => ({
  path: '/datadog',
  query,
  contentType: 'text/plain',
  userAgent: 'x',
  ...more,
});
const about = { receivedAt: now, sample: false };
const utf8 = new TextEncoder();

function decode(body: string | Uint8Array, given = head(), when = about): Lifted {
  const lifted = datadog.decode(typeof body === 'string' ? utf8.encode(body) : body, given, when, tools);
  if ('reason' in lifted) throw new Error(lifted.reason);
  return lifted;
}
const event = (type: string, more: object = {}) => ({
  ...{
    type,
    date: now - 5_000,
    session: { id: session },
    ddtags: 'sdk_version:7.16.2,env:live,version:2.1',
    version: '2.1',
  },
  ...{ view: { id: view, url: 'https://shop.example/orders/77?token=abc#x' }, ...more },
});
const lines = (...events: object[]) => events.map((one) => `${JSON.stringify(one)}\n`).join('');
const recordsOf = ({ batches }: Lifted) => batches.flatMap(({ records }) => records.map(({ record }) => record));

const asked = (url: string, headers: Record<string, string> = {}): Asked => {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  return { path, query, header: (name) => headers[name] };
};

test.each([
  `/datadog?key=${key}&${forward('/api/v2/rum')}`,
  // What the SDK makes of a proxy that has a query: it appends another question mark.
  `/datadog?key=${key}?${forward('/api/v2/rum')}`,
  `/datadog/${key}?${forward('/api/v2/rum')}`,
  `/datadog/api/v2/rum?ddsource=browser&dd-api-key=${key}`,
  `/datadog/${key}/api/v2/rum?ddsource=browser`,
])('the key is found and the track is known in %s', (url) => {
  expect(datadog.opens(asked(url).path)).toBe(true);
  expect(datadog.keyOf(asked(url))).toBe(key);
  const { path, query } = asked(url);
  expect(
    recordsOf(decode(lines(event('action', { action: { id: view, type: 'click' } })), head(query, { path }))),
  ).toHaveLength(1);
});

test('a client token of Datadog is no key where another one is given', () => {
  expect(datadog.keyOf(asked(`/datadog?${forward('/api/v2/rum')}`, { 'x-sightglass-key': key }))).toBe(key);
  expect(datadog.keyOf(asked(`/datadog?${forward('/api/v2/rum')}`))).toBe('pub1');
});

test('no id, no query value and no name of a person stays in what is kept', () => {
  const lifted = decode(
    lines(
      event('resource', {
        resource: {
          id: view,
          type: 'fetch',
          method: 'POST',
          status_code: 422,
          url: 'https://shop.example/api/orders/10023?q=Quillon&token=s3cr3t',
          duration: 5e6,
        },
      }),
      event('error', {
        error: {
          id: view,
          message: 'No user quillon@canary.invalid in "Larkspur Row"',
          source: 'custom',
          handling: 'handled',
        },
      }),
      event('view', {
        usr: {
          id: 'quillon@canary.invalid',
          email: 'quillon@canary.invalid',
          name: 'Quillon Varga',
          plan: 'pro',
          password: 's3cr3t',
          phone: '+49 171 5550199',
          firstName: 'Quillon',
          home: { address_line: '17 Larkspur Row', capacity: 3 },
        },
        context: { note: 'left with Quillon Varga', tenant: 'north' },
        _dd: { document_version: 1 },
      }),
    ),
  );
  expect(JSON.stringify(lifted)).not.toMatch(/quillon|larkspur|s3cr3t|10023|Varga|5550199/i);
  expect(recordsOf(lifted)).toMatchObject(
    [
      {
        kind: 'resource',
        host: '',
        path: '/api/orders/{integer}',
        query: { q: 'word', token: 'secret' },
        status: 422,
        durationMs: 5,
        route: '/orders/{integer}',
      },
      { kind: 'error', source: 'manual', message: 'No user {email} in {text}' },
      { kind: 'view' },
      { kind: 'user', traits: { plan: 'pro', 'home.capacity': 3 } },
      { kind: 'context', attributes: { note: 'left with {name}', tenant: 'north' } },
    ].map((record) => expect.objectContaining(record)),
  );
  expect(lifted.batches[0]?.sender).toMatchObject({ session, release: '2.1', environment: 'live' });
});

test.each([
  ...['42', 'usr_1024', 'customer-7731', 'auth0|5f7c8ec7c33c6c004bbafe82', '5f0c1a3e-9d2b-4c57-8a61-0b7a3f1c9d42'],
  ...['google-oauth2|1178345', 'org:1207', '01HZX3V5Q0N8J6T4W2R9K7M1BD', 'zDkqJ3nXw9Rf2LmP8sVb4Ty6'],
])('an id that is opaque stays what it is, so that it is found again: %s', (id) => {
  expect(decode(lines(event('view', { usr: { id } }))).batches[0]?.sender.visitor).toBe(id);
});

test.each([
  ...['ottilie', 'ottilie.brandauer', 'o-brandauer', 'brandauer84', 'user_ottilie', 'auth0|ottilie', 'ottilie-42'],
  ...['ottilie@canary.invalid', 'Ottilie Brandauer', '4539578763621486', '01017012345', '004917155501990'],
])('an id that may name somebody is kept as a hash, the same each time: %s', (id) => {
  const body = lines(event('view', { usr: { id } }));
  const visitor = decode(body).batches[0]?.sender.visitor;
  expect(visitor).toMatch(/^u-[\da-f]+$/);
  expect(decode(body).batches[0]?.sender.visitor).toBe(visitor);
});

test('a click on what is no control has no name made of all that stands around it; an action that was stopped took so long', () => {
  const name = `${'All that stands on the page '.repeat(4).slice(0, 100)} [...]`;
  const body = lines(
    event('action', { action: { id: view, type: 'click', target: { name } } }),
    event('action', { action: { id: session, type: 'custom', target: { name: 'pay' }, loading_time: 61e6 } }),
  );
  expect(recordsOf(decode(body))).toMatchObject([
    { kind: 'action', name: '' },
    { kind: 'custom', name: 'pay', attributes: { durationMs: 61 } },
  ]);
});

test('the same body again has the same identity, whatever the receipt; another event another', () => {
  const body = lines(event('action', { action: { id: view, type: 'click' } }));
  const identity = (text: string, receivedAt = now) =>
    decode(text, head(), { receivedAt, sample: false }).batches[0]?.identity;
  expect(identity(body, now + 60_000)).toBe(identity(body));
  expect(identity(body.replace(`"action":{"id":"${view}"`, '"action":{"id":"another-action"'))).not.toBe(
    identity(body),
  );
});

test('a good event before and after a bad line is kept, blank lines are none, and an unknown type is set aside', () => {
  const good = lines(event('action', { action: { id: view, type: 'click' } }));
  const lifted = decode(`\n${good}{"type":\n[]\n${lines(event('hologram'))}${good.replace(view, 'other-action')}`);
  expect(recordsOf(lifted)).toHaveLength(2);
  expect(lifted.aside).toEqual({
    'a line: not_json': 1,
    'a line that is no object': 1,
    'an event of a type that is not known': 1,
  });
  const many = decode(good.repeat(10_002));
  expect(recordsOf(many)).toHaveLength(10_000);
  expect(many.aside).toEqual({ 'more lines than a batch has': 2 });
});

describe('updates of a view', () => {
  const url = 'https://shop.example/cart';
  const told = (type: string, version: number, more: object) =>
    event(type, { _dd: { document_version: version }, view: { id: view, url, ...more } });
  const whole = told('view', 1, { loading_type: 'initial_load', load_event: 250e6, time_spent: 1e9 });

  test('are merged onto the whole of their body', () => {
    const update = told('view_update', 2, { time_spent: 9e9, interaction_to_next_paint: 40e6 });
    const merged = decode(lines(whole, update));
    expect(recordsOf(merged).filter(({ kind }) => kind === 'view')).toMatchObject([
      { version: 1, cause: 'load', durationMs: 1_000 },
      { version: 2, cause: 'load', loadMs: 250, durationMs: 9_000 },
    ]);
  });

  test('are put together over bodies, in whatever order these come', () => {
    const updates = [
      told('view_update', 2, { name: 'Cart', time_spent: 4e9 }),
      told('view_update', 3, { interaction_to_next_paint: 40e6 }),
      told('view_update', 4, { time_spent: 9e9 }),
    ];
    const bodies = [whole, ...updates];
    fc.assert(
      fc.property(fc.shuffledSubarray(bodies, { minLength: bodies.length }), (order) => {
        const kept = new Map<string, string>();
        const versions = order.flatMap((one) => {
          const recall = (name: string) => kept.get(name);
          const lifted = datadog.decode(utf8.encode(lines(one)), head(), about, { ...tools, recall });
          if ('reason' in lifted) throw new Error(lifted.reason);
          for (const [name, value] of lifted.kept) if (!kept.has(name)) kept.set(name, value);
          return lifted.batches.flatMap(({ records }) => records).filter(({ record }) => record.kind === 'view');
        });
        const [last] = versions.sort((one, other) => (other.told.version ?? 0) - (one.told.version ?? 0));
        expect(last?.record).toMatchObject({
          version: 4,
          title: 'Cart',
          cause: 'load',
          loadMs: 250,
          durationMs: 9_000,
        });
      }),
      { seed: 4, numRuns: 40 },
    );
  });

  test('whose whole never comes tell what they know, below any whole', () => {
    const lifted = decode(lines(told('view_update', 900, { time_spent: 9e9, interaction_to_next_paint: 40e6 })));
    const [alone, vital] = lifted.batches[0]?.records ?? [];
    expect(alone).toMatchObject({ told: { id: '', version: 255 }, record: { path: '/cart', durationMs: 9_000 } });
    expect(vital?.record).toMatchObject({ kind: 'vital', name: 'INP', value: 40 });
    expect(decode(lines(whole)).batches[0]?.records[0]?.told.version).toBeGreaterThan(255);
    expect(lifted.apart).toEqual({ 'view-update-alone': 1 });
  });
});

test('a clock that is ahead is set back by one measure for records and replay; one that is behind is left', () => {
  const ahead = { receivedAt: now - 3 * 3_600_000, sample: false };
  expect(recordsOf(decode(lines(event('action', { action: { id: view, type: 'click' } })), head(), ahead))[0]?.at).toBe(
    now - 5_000 - 3 * 3_600_000,
  );
  const behind = { receivedAt: now + 3 * 3_600_000, sample: false };
  expect(
    recordsOf(decode(lines(event('action', { action: { id: view, type: 'click' } })), head(), behind))[0]?.at,
  ).toBe(now - 5_000);
});

const form = (segment: Uint8Array) =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="segment"; filename="x"\r\n\r\n'),
    segment,
    Buffer.from('\r\n--b--\r\n'),
  ]);
const replay = head(forward('/api/v2/replay'), { contentType: 'multipart/form-data; boundary=b' });
const packed = (records: unknown[], index = 0) =>
  form(
    deflateSync(
      JSON.stringify({
        records,
        session: { id: session },
        view: { id: view },
        index_in_view: index,
        start: now,
        end: now,
      }),
    ),
  );

test('a segment that is cut, empty, too large or no segment goes to the quarantine with its reason', () => {
  const reasonsOf = (body: Uint8Array, given = replay) => Object.keys(decode(body, given).aside);
  const whole = packed([{ type: 4, timestamp: now, data: { href: 'https://shop.example/', width: 1, height: 1 } }]);
  expect(decode(whole, replay).segments).toMatchObject([{ session, tab: session, page: view, seq: 0, from: now }]);
  const twice = Buffer.concat([whole.subarray(0, -'--b--\r\n'.length), whole]);
  expect(decode(twice, replay)).toMatchObject({ segments: [{ seq: 0 }], aside: { 'a second segment in one form': 1 } });
  expect(reasonsOf(whole.subarray(0, 100))).toEqual(['a form that cannot be taken apart']);
  expect(reasonsOf(form(Buffer.from('xx')))).toEqual(['a segment that cannot be unpacked']);
  expect(reasonsOf(form(deflateSync('{"records":7}')))).toEqual([
    'a segment without a session, a view, its number or records',
  ]);
  expect(reasonsOf(form(deflateSync(Buffer.alloc(65 * 1024 * 1024))))).toEqual(['a segment that cannot be unpacked']);
  expect(reasonsOf(whole, { ...replay, contentType: 'multipart/form-data' })).toEqual([
    'a form that cannot be taken apart',
  ]);
});

test('a form that a proxy wrote anew is read in whichever order its parts stand, with names quoted or not', () => {
  const event = 'content-disposition: form-data; filename=blob; name=event\r\n\r\n{}\r\n--b\r\n';
  const text = packed([{ type: 4, timestamp: now, data: {} }]).toString('latin1');
  const anew = text.replace('--b\r\n', `--b\r\n${event}`).replace('name="segment"', 'name=segment');
  expect(decode(Buffer.from(anew, 'latin1'), replay)).toMatchObject({ segments: [{ seq: 0 }], aside: {} });
});

test('after a segment that never came nothing is shown until the page is told whole again', () => {
  const full = {
    type: 2,
    format: 1,
    timestamp: now,
    data: [
      [11, [1, '#document', 'HTML', 'BODY', '#text'], [4, 'one']],
      [1, [null, 0], [1, 1], [1, 2], [1, 3, 4]],
    ],
  };
  const changed = { type: 12, timestamp: now + 1, data: [[4, [3, 'two']]] };
  const [first, second] = [packed([full, changed]), packed([changed], 2)].map(
    (body) => decode(body, replay).segments[0],
  );
  const lifter = createReplayLifter();
  expect(lifter.lift(0, first?.events ?? [])).toMatchObject([
    {
      type: 2,
      data: { node: { childNodes: [{ tagName: 'html', childNodes: [{ childNodes: [{ textContent: 'one' }] }] }] } },
    },
    { type: 3, data: { source: 0, texts: [{ id: 4, value: 'two' }] } },
  ]);
  expect(lifter.lift(2, second?.events ?? [])).toEqual([]);
});

test('a recorded frame is never loaded, a handler is none, and addresses are those of the page', () => {
  const attributes = [
    ['src', '/a?b'],
    ['onload', 'alert(1)'],
    ['srcdoc', '<p>'],
    ['__proto__', 'x'],
  ];
  const full = {
    type: 2,
    format: 1,
    timestamp: now,
    data: [
      [
        1,
        [null, '#document'],
        [1, 'IFRAME', ...attributes],
        [2, 'IMG', ['src', 'x.png'], ['srcset', 'a.png 1x, /b.png 2x']],
      ],
    ],
  };
  const records = [
    { type: 4, timestamp: now, data: { href: 'https://shop.example/dir/page', width: 1, height: 1 } },
    full,
  ];
  const events = createReplayLifter().lift(0, decode(packed(records), replay).segments[0]?.events ?? []);
  expect(events[1]).toMatchObject({
    data: {
      node: {
        childNodes: [
          { attributes: { rr_src: 'https://shop.example/a?b', _onload: '', rr_srcdoc: '' } },
          {
            attributes: {
              src: 'https://shop.example/dir/x.png',
              srcset: 'https://shop.example/dir/a.png 1x, https://shop.example/b.png 2x',
            },
          },
        ],
      },
    },
  });
});
