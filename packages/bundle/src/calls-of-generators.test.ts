import { expect, test } from 'vitest';
import { callsOf, keysOf, rulesOf, say, screensOf } from './testing/own-code.ts';

test('a client that was generated of an API’s description goes under the base that it was told later, with what callers hand in', () => {
  const said = say(`
    const client = make(config());
    const list = (o) => (o?.client ?? client).get({url: '/hives', ...o});
    const add = (o) => (o.client ?? client).post({url: '/hives/{hiveId}/inspections', ...o, headers: {a: 'b', ...o.headers}});
    client.setConfig({baseUrl: '/api/v2'});
    function Hives() { list({query: {site, limit: 30}}) }
    function Hive() { add({path: {hiveId: id}, body: {mites: 4, notes}}) }
    const cached = cache.get({url: key});
  `);
  expect(callsOf(said)).toEqual([
    'GET /api/v2/hives',
    'GET /api/v2/hives?limit',
    'GET /api/v2/hives?site',
    'POST /api/v2/hives/{hiveId}/inspections',
    'POST /api/v2/hives/{hiveId}/inspections mites',
    'POST /api/v2/hives/{hiveId}/inspections notes',
  ]);
  expect(keysOf(said, 'constant')).toEqual(['constant limit']);
});

test('names that are put into a query one by one are asked for, however many functions hand them on', () => {
  const said = say(`
    const urlOf = (p) => { const q = new URLSearchParams(); Object.entries(p || {}).forEach(([k, v]) => { v !== void 0 && q.append(k, v) });
      const s = q.toString(); return s.length > 0 ? \`/api/plots?\${s}\` : '/api/plots' };
    const plots = (p, o) => ask(urlOf(p), {...o, method: 'GET'});
    const ask = async (url, o) => (await fetch(url, o)).json();
    const options = (p) => ({queryFn: ({signal}) => plots(p, {signal})});
    function usePlots(p) { return useQuery(options(p)) }
    function Plots() { return usePlots({status, page: 2}) }
  `);
  expect(callsOf(said)).toEqual(['GET /api/plots', 'GET /api/plots?page', 'GET /api/plots?status']);
});

test('a hook that gives what a context holds gives a client of tRPC, and what a change is given later it sends', () => {
  const said = say(`
    const client = create({links: [batch({url: '/api/trpc'})]});
    function held() { const e = useContext(t); if (!e) throw Error('x'); return e }
    function Boat() { const e = held(), a = M(e.boats.launch.mutationOptions({onError() {}})), tide = S(e.tides.watch.subscriptionOptions({port: 'main'}));
      e.socket.harbour.subscribe({port: 'main'});
      return jsxs('main', {children: [tide, me.role === 'harbourmaster' && jsx('button', {onClick: () => a.mutate({boatId: id}), children: 'Launch'})]}) }
  `);
  expect(callsOf(said)).toEqual([
    'POST /api/trpc/boats.launch',
    'POST /api/trpc/boats.launch boatId',
    'SSE /api/trpc/tides.watch',
    'SSE /api/trpc/tides.watch?port',
  ]);
  expect(keysOf(said, 'permission')).toEqual(['permission harbourmaster POST /api/trpc/boats.launch']);
});

test('what a page of Next’s app router calls of its server is sent to its own address, with the fields of its form', () => {
  const page = `const act = (0, o.createServerReference)("6006ac94ce42d38d15c3d6356a2ef617", o.callServer, void 0, o.findSourceMapURL, "bookRoom");
    function Form() { const [state, run] = useActionState(act, null);
      return jsxs("form", {action: run, name: "booking", children: [jsx("input", {name: "guest", required: !0}), jsx("select", {name: "room"}),
        state?.code === "INN_FULL" && jsx("p", {role: "alert", children: "All rooms are taken that night."})]}) }`;
  const said = say({ '_next/static/chunks/app/(desk)/bookings/[bookingId]/page-d953738d4b0e6d6e.js': page });
  expect(screensOf(said)).toEqual(['/bookings/{bookingId} ']);
  expect(callsOf(said)).toEqual([
    'POST /bookings/{bookingId}#bookRoom',
    'POST /bookings/{bookingId}#bookRoom guest',
    'POST /bookings/{bookingId}#bookRoom room',
  ]);
  expect(keysOf(said, 'error')).toEqual(['error INN_FULL']);
  // Nobody knows which page a script that pages share is there for.
  expect(callsOf(say({ '_next/static/chunks/158-c9bc3da48098883b.js': page }))).toEqual([]);
});

test('a document that code looks up by its text is used where it is handed on, and asks for what stands in what it answers', () => {
  const said = say(`
    const documents = {'mutation AdmitAnimal($input: AnimalInput!) { admitAnimal(input: $input) { id } }': {kind: 'Document', definitions: [{kind: 'OperationDefinition', operation: 'mutation', name: {kind: 'Name', value: 'AdmitAnimal'},
      variableDefinitions: [{kind: 'VariableDefinition', variable: {kind: 'Variable', name: {kind: 'Name', value: 'input'}}, type: {kind: 'NamedType', name: {kind: 'Name', value: 'AnimalInput'}}}],
      selectionSet: {kind: 'SelectionSet', selections: []}}]}};
    const graphql = (source) => documents[source] ?? {};
    const admit = graphql('mutation AdmitAnimal($input: AnimalInput!) { admitAnimal(input: $input) { id } }'), link = new HttpLink({uri: '/graphql'});
    const list = gql\`query Animals { animals { id name tank { id label } keptBy { id name } } }\`;
    const move = gql\`mutation AdvanceCare($id: ID!) { advanceCare(id: $id) { id stage } }\`;
    function Admit() { const [run] = useMutation(admit), save = ({confirmed, ...input}) => run({variables: {input}});
      if (failed.errors[0].code === 'TANK_FULL') setError('tank', {message: 'This tank has no room left'});
      return useForm({resolver: r(z.object({name: z.string().min(2), confirmed: z.boolean()})), save}) }
  `);
  expect(callsOf(said)).toContain('POST /graphql#AdmitAnimal variables.input');
  expect(callsOf(said)).not.toContain('POST /graphql#AdmitAnimal variables.input.confirmed');
  expect(keysOf(said, 'entity')).toEqual(['entity animal', 'entity tank']);
  expect(keysOf(said, 'error')).toEqual(['error TANK_FULL']);
});

test('what Svelte shows under a role is told with what it does; a code of something else is no error', () => {
  const said = say(`
    const remove = () => fetch('/api/hives/4', {method: 'DELETE'});
    const block = template('<button>Remove this hive</button>');
    function Hive(anchor, props) {
      const shown = (e) => { var t = block(); listen('click', t, remove); append(e, t) };
      when(anchor, (e) => { user.current?.role === 'beekeeper' && e(shown) });
      return country.code === 'NEW_ZEALAND' ? 'The south island is far away' : 'Everywhere else is near enough';
    }
  `);
  expect(keysOf(said, 'permission')).toEqual(['permission beekeeper DELETE /api/hives/4']);
  expect(keysOf(said, 'error')).toEqual([]);
});

test('a schema says what two fields are together', () => {
  const said = say(`
    const stay = z.object({kind: z.enum(['sail', 'row']), mast: z.number().max(30), from: z.date(), until: z.date()})
      .superRefine((e, c) => { e.kind === 'sail' && e.mast === void 0 && c.addIssue({path: ['mast'], message: 'Boats that sail have a mast'}),
        e.until <= e.from && c.addIssue({path: ['until'], message: 'The stay ends after it begins'}) });
    function Stay() { return jsx('form', {name: 'stay', onSubmit: go(stay)}) }
  `);
  expect(rulesOf(said)).toEqual(
    expect.arrayContaining(['mast requiredIf kind', 'until compare more than from', 'mast maximum 30']),
  );
});

test.each([
  [
    'asked of some only',
    "(e, c) => {if (e.kind === 'sail') {if (e.until <= e.from) c.addIssue({path: ['until'], message: 'm'})}}",
  ],
  [
    'asked of the others',
    "(e, c) => {if (e.kind === 'sail') look(); else if (e.until <= e.from) c.addIssue({path: ['until'], message: 'm'})}",
  ],
  [
    'asked of whom nothing let go',
    "(e, c) => {if (e.kind === 'sail') return; if (e.until <= e.from) c.addIssue({path: ['until'], message: 'm'})}",
  ],
  ['either of them', "(e, c) => {e.from === '' && e.until === '' && c.addIssue({path: ['until'], message: 'm'})}"],
  ['all others', "(e, c) => {e.kind !== 'sail' && !e.until && c.addIssue({path: ['until'], message: 'm'})}"],
])('what a schema asks of two fields in some cases is no rule of all: %s', (_, check) => {
  const said = say(`
    const stay = z.object({kind: z.enum(['sail', 'row']), from: z.date(), until: z.number().max(9)}).superRefine(${check});
    function Stay() { return jsx('form', {name: 'stay', onSubmit: go(stay)}) }
  `);
  expect(rulesOf(said).filter((rule) => /^until/.test(rule))).toEqual(['until maximum 9']);
});

test('neither a season nor a reason nor what is there by default is an error, whatever is said of it', () => {
  const said = say(`
    const now = () => fetch('/api/rooms');
    function Rooms() { return [season.kind === 'low_season' && jsx('p', {children: 'Rooms are cheaper in the low season'}),
      form.reason === 'no-longer-needed' && jsx('p', {children: 'Tell us what you use instead'}),
      order.kind === 'GIFT_WRAP' && jsx('p', {role: 'alert', children: 'Gifts are wrapped for free today'}),
      settings.defaults.code === 'EURO_ZONE' && jsx('p', {children: 'Prices are shown in euros here'})] }
  `);
  expect(keysOf(said, 'error')).toEqual([]);
});

test('a server and a cache that are told an address ask for nothing', () => {
  const said = say(
    "const now = () => fetch('/api/rooms'); app.get({url: '/hives', handler: show}); cache.get({url: '/hives/list'})",
  );
  expect(callsOf(said)).toEqual(['GET /api/rooms']);
});

test('what somebody is of whom a list is shown, is nothing that who looks at it may do', () => {
  const said = say(`
    const button = {onClick: () => fetch('/api/crew/4', {method: 'DELETE'}), children: 'Remove from the crew'};
    function Crew() { return [me.role === 'harbourmaster' && jsx('button', button),
      crew.map((one) => one.role === 'captain' && jsx('button', button)), crew.map(({role: t}) => t === 'mate' && jsx('button', button)),
      ['bosun'].map((name) => me.role === name && jsx('button', button))] }
  `);
  expect(keysOf(said, 'permission')).toEqual(['permission harbourmaster DELETE /api/crew/4']);
});

test('what Relay compiled is called by its text, with what its hook is told; a picture of something is none of its things', () => {
  const text =
    'mutation BookSlotMutation($input: BookSlotInput!) { bookSlot(input: $input) { slot { id state photo { id url } } } }';
  const said = say(`
    var e=function(){var a=[{kind:'LocalArgument',name:'input'}];
      return{kind:'Request',params:{id:null,name:'BookSlotMutation',text:${JSON.stringify(text)}}}}();
    const env=new Environment({network:Network.create((o,v)=>fetch('/graphql',{method:'POST',body:JSON.stringify({query:o.text,variables:v})}))});
    function New(){const [c]=useMutation(e);return jsx('button',{onClick:()=>c({variables:{input:{slotId:x,guests:y}}})})}`);
  expect(callsOf(said)).toEqual([
    'POST /graphql#BookSlotMutation',
    'POST /graphql#BookSlotMutation variables.input',
    'POST /graphql#BookSlotMutation variables.input.guests',
    'POST /graphql#BookSlotMutation variables.input.slotId',
  ]);
  expect(keysOf(said, 'entity')).toEqual(['entity slot']);
});
