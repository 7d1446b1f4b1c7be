import { expect, test } from 'vitest';
import { keysOf as keys, say } from './testing/own-code.ts';

test('titles, messages of rules and errors come from the catalogue in the language that is shown where nobody chose', () => {
  const tables = (title: string, short: string, empty: string) => {
    const filling = Array.from({ length: 12 }, (_, i) => `w${i}:"the words of ${i}"`).join();
    return `{list:{title:"${title}",${filling}},checks:{short:"${short}"},errors:{ORDER_EMPTY:"${empty}",ORDER_LOCKED:"It is locked for now"}}`;
  };
  const said = say({
    'app.js': `
      const de=${tables('Alle Bestellungen', 'Der Name ist zu kurz', 'Die Bestellung ist leer')};
      const en=${tables('All orders', 'The name is too short', 'The order is empty')};
      i.init({resources:{de:{translation:de},en:{translation:en}},lng:s.getItem("lang")??"en"});
      const routes=[{path:"/orders",component:C,meta:{title:"list.title"}}];
      const orderSchema=z.object({name:z.string().min(3,{message:i.t("checks.short")})});
      function told(e){return i.t(\`errors.\${e.code}\`)}
    `,
  });
  expect(said.flatMap((one) => (one.kind === 'screen' ? [one.title] : []))).toEqual(['All orders']);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [one.message] : []))).toEqual(['The name is too short']);
  expect(said.flatMap((one) => (one.kind === 'error' ? [one.message] : []))).toEqual([
    'The order is empty',
    'It is locked for now',
  ]);
});

test('texts that are fetched when the page runs are read from the files beside the scripts', () => {
  const said = say({
    'app.js': `
      i.init({backend:{loadPath:"/locales/{{lng}}/{{ns}}.json"},fallbackLng:"en"});
      const routes=[{path:"/orders",component:C,meta:{title:"list.title"}}];
      const orderSchema=z.object({name:z.string().min(3,{message:i.t("orders:checks.short")})});
      function told(e){return i.t(\`errors.\${e.code}\`)}
    `,
    'locales/de/orders.json': '{"list":{"title":"Alle Bestellungen"},"checks":{"short":"Der Name ist zu kurz"}}',
    'locales/en/orders.json':
      '{"list":{"title":"All orders"},"checks":{"short":"The name is too short"},"errors":{"ORDER_EMPTY":"The order is empty"}}',
    'locales/en/broken.json': '{"list":',
  });
  expect(said.flatMap((one) => (one.kind === 'screen' ? [one.title] : []))).toEqual(['All orders']);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [one.message] : []))).toEqual(['The name is too short']);
  expect(said.flatMap((one) => (one.kind === 'error' ? [one.message] : []))).toEqual(['The order is empty']);
});

test('the manifest of React Router lists the screens, under the routes that frame them', () => {
  const said = say({
    'manifest-4f2a.js': `window.__reactRouterManifest={entry:{module:"/e.js"},routes:{
      root:{id:"root",path:"",module:"/r.js"},
      "routes/home":{id:"routes/home",parentId:"root",index:true,module:"/h.js"},
      "routes/frame":{id:"routes/frame",parentId:"root",module:"/f.js"},
      "routes/orders":{id:"routes/orders",parentId:"routes/frame",path:"orders",module:"/o.js"},
      "routes/order":{id:"routes/order",parentId:"routes/orders",path:":orderId",module:"/i.js"}}};`,
  });
  expect(keys(said, 'screen')).toEqual(['screen /', 'screen /orders', 'screen /orders/{}']);
});

test('procedures of tRPC are calls by their names, and documents of GraphQL by those of their operations', () => {
  const said = say({
    'app.js': `
      const c=createClient({links:[batch({url:"/api/trpc"})]});
      function one(batchId){return c.batch.byId.query({batchId})}
      function move(batchId,to){return c.batch.advance.mutate({batchId,to})}
      cache.orders.list.query({a:1});
      const g=new GraphQLClient("/api/graphql");
      const D=gql\`mutation AdjustStock($input: Adjustment!, $dry: Boolean) { adjust(input: $input) { id } }\`;
      function adjust(sku){return g.request(D,{input:{sku}})}
    `,
  });
  expect(keys(said, 'call', 'query', 'requestField')).toEqual([
    'call GET /api/trpc/batch.byId',
    'query GET /api/trpc/batch.byId batchId',
    'call POST /api/trpc/batch.advance',
    'requestField POST /api/trpc/batch.advance batchId',
    'requestField POST /api/trpc/batch.advance to',
    'call POST /api/graphql#AdjustStock',
    'requestField POST /api/graphql#AdjustStock variables.input',
    'requestField POST /api/graphql#AdjustStock variables.input.sku',
    'requestField POST /api/graphql#AdjustStock variables.dry',
  ]);
});

test('Turbopack’s modules are followed: pages, what they show, and who may see it', () => {
  const said = say({
    'page.js': `TURBOPACK.push([0,6400,(t,e,n)=>{let a="/stock/[sku]";(window.__NEXT_P=window.__NEXT_P||[]).push([a,()=>t.r(28)])},
      28,t=>{var e=t.i(13),m=t.i(7);t.s(["default",0,function(){return (0,e.jsx)(m.G,{roles:["packer","owner"],children:(0,e.jsx)("h1",{children:"On the shelf"})})}])}]);`,
    'guard.js': `TURBOPACK.push([0,7,t=>{t.s(["G",0,function({roles:r}){return r.includes(me.role)}])}]);`,
    'routes-manifest.json':
      '{"staticRoutes":[{"page":"/"},{"page":"/_app"}],"dynamicRoutes":[{"page":"/stock/[sku]"}]}',
    'index.html': '<!doctype html><title>Shelf &amp; Co: a shop</title>',
  });
  expect(said.flatMap((one) => (one.kind === 'screen' ? [[one.route, one.title]] : []))).toEqual([
    ['/stock/{stockId}', 'On the shelf'],
    ['/', ''],
  ]);
  expect(said.filter((one) => one.kind === 'permission' && one.allowed)).toMatchObject([
    { role: 'packer', route: '/stock/{stockId}' },
    { role: 'owner', route: '/stock/{stockId}' },
  ]);
});

test('a class that is made for each thing asks for that thing, and what is handed to somebody else’s client is none of it', () => {
  const said = say({
    'app.js': `
      const h=axios.create({baseURL:"/api",timeout:9e3});
      class All{constructor(n){this.name=n}list(p){return h.get(\`/\${this.name}\`,{params:p})}create(b){return h.post(\`/\${this.name}\`,b)}}
      const orders=new All("orders"),shelves=new All("shelves");
      orders.list({page:1});shelves.create({width:n.value});
    `,
  });
  expect(keys(said, 'call', 'query', 'requestField')).toEqual([
    'call GET /api/orders',
    'query GET /api/orders page',
    'call POST /api/shelves',
    'requestField POST /api/shelves width',
  ]);
});

test('rules of Vuelidate and of valibot find the call that their form sends', () => {
  const said = say({
    'vue.js': `
      const C={setup(){const f=r({place:""});const v=use({place:{required:q,minLength:{$validator:x,$params:{min:3,type:"minLength"}}}},f);
      async function save(){await fetch("/api/visits",{method:"POST",body:JSON.stringify({place:f.place})})}}};`,
    'valibot.js': `
      function str(){return{kind:"schema",type:"string",async:false,expects:"string",reference:str,check(e){return typeof e=="string"}}}
      function least(e){return{kind:"validation",type:"min_length",async:false,requirement:e,reference:least,check(v){return v.length>=e}}}
      function pipe(...e){return{...e[0],pipe:e,"~run"(t){for(const r of e)t=r["~run"](t);return t}}}
      const tool=o({name:pipe(str(),least(4))});
      function useAdd(){return m(e=>fetch("/api/tools",{method:"POST",body:JSON.stringify(e)}))}
      function Form(){const add=useAdd();return jsx(F,{schema:tool,onSave:e=>add.mutateAsync(e)})}`,
  });
  expect(said.flatMap((one) => (one.kind === 'rule' ? [one.key] : []))).toEqual(
    expect.arrayContaining([
      'rule POST /api/visits place required',
      'rule POST /api/visits place minLength',
      'rule POST /api/tools name minLength',
    ]),
  );
});

test('a library that checks its own options says nothing of the product', () => {
  const said = say({
    'app.js': `
      const prefs=j.object({abortEarly:j.boolean(),convert:j.boolean(),presence:j.string().valid("optional","required"),messages:j.object(),cache:j.boolean()}).min(1);
      const orderSchema=j.object({reference:j.string().min(3).required(),label:j.string().max(20),note:j.string().max(9)});
    `,
  });
  expect(said.flatMap((one) => (one.kind === 'rule' ? [`${one.form} ${one.field} ${one.rule}`] : []))).toEqual([
    'order reference minLength',
    'order reference required',
    'order label maxLength',
    'order note maxLength',
  ]);
});

test('hooks of GraphQL say what they send when they run, and documents what things are made of', () => {
  const said = say(`
    const link=new HttpLink({uri:"/graphql"}),F=gql\`fragment Card on Patient { id name: shownName stage }\`;
    const L=gql\`query Patients($first: Int!, $after: ID) { patients(first: $first, after: $after) { total nodes { ...Card } } }\`;
    const G=gql\`mutation GiveDose($patientId: ID!, $input: DoseInput!) { giveDose(input: $input) { id drug } }\`;
    const M=gql\`mutation Adjust($id: ID!) { adjust(id: $id) { problem { text } ... on ErrorResult { errorCode } } }\`;
    const R=gql\`mutation DeletePatient($input: DeletePatientInput!) { deletePatient(input: $input) { result message } }\`;
    function Ward(){const q=useQuery(L,{variables:{first:12},pollInterval:4e3});return q}
    function Dose({patientId}){const form=useForm({resolver:zodResolver(doseSchema)});const [give,{error}]=useMutation(G,{onError(){},refetchQueries:["Patients"]});
      return form.handleSubmit(async input=>{await give({variables:{patientId,input}})})}
    const doseSchema=z.object({drug:z.string().max(40,{error:()=>"Keep it below 40 letters"})});
    function Other(){const {mutate}=useMutation(M);mutate({id:"7"})}
    function Gone(){const [run]=useMutation(R);run({variables:{input:{force:!0}}})}
  `);
  expect(keys(said, 'requestField')).toEqual([
    'requestField POST /graphql#Patients variables.first',
    'requestField POST /graphql#Patients variables.after',
    'requestField POST /graphql#GiveDose variables.patientId',
    'requestField POST /graphql#GiveDose variables.input',
    'requestField POST /graphql#GiveDose variables.input.drug',
    'requestField POST /graphql#Adjust variables.id',
    'requestField POST /graphql#DeletePatient variables.input',
    'requestField POST /graphql#DeletePatient variables.input.force',
  ]);
  expect(keys(said, 'entity', 'field')).toEqual([
    'entity patient',
    'field patient id',
    'field patient shownName',
    'field patient stage',
    'entity dose',
    'field dose id',
    'field dose drug',
  ]);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [`${one.form} ${one.value} ${one.message}`] : []))).toEqual([
    'dose 40 Keep it below 40 letters',
  ]);
});

test('who is sent on by what a route shows, what only sends on, and titles that a hook of the product’s own sets', () => {
  const filling = Array.from({ length: 12 }, (_, i) => `w${i}:"the words of ${i}"`).join();
  const said = say(`
    const en={titles:{ward:"Ward",desk:"Front desk"},rules:{short:"A name has at least {{min}} letters",${filling}}};
    i.init({lng:"en",resources:{en:{translation:en}}});const say=i.t.bind(i);
    function page(e){const{t}=u();w(()=>{document.title=\`\${t(\`titles.\${e}\`)} · Fennel\`},[e]);return t(\`titles.\${e}\`)}
    function Ward(){const t=page("ward");return jsx("main",{children:t})}
    function Desk(){const t=page("desk"),me=c();return "DESK"!==me.role&&"HEAD"!==me.role?jsx(Navigate,{to:"/ward"}):jsx("main",{children:t})}
    const roles=["DESK","HEAD","NURSE"],isNurse=me=>me.role==="NURSE";
    const routes=[{path:"/",Component:Shell,children:[{index:!0,loader:()=>redirect("/ward")},{path:"ward",Component:Ward},{path:"desk",Component:Desk}]}];
    const petSchema=z.object({name:z.string().min(2,{error:()=>say("rules.short",{min:2})})});
  `);
  expect(said.flatMap((one) => (one.kind === 'screen' ? [`${one.route} ${one.title}`] : []))).toEqual([
    '/ward Ward · Fennel',
    '/desk Front desk · Fennel',
  ]);
  expect(
    said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.route} ${one.allowed}`] : [])).toSorted(),
  ).toEqual(['DESK /desk true', 'HEAD /desk true', 'NURSE /desk false']);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [one.message] : []))).toEqual(['A name has at least 2 letters']);
});

test('what a product declares for when it runs says what its things are made of, and what it reports of one does not', () => {
  const said = say(`
    const Permit=t.type({permit_no:t.string,holder:t.string,state:t.keyof({filed:null})},"Permit");
    const Site=types.model("Site",{id:types.identifier,name:types.string,area:types.optional(types.number,0)});
    function bought(p){track("Permit",{price:p.price,colour:p.colour,weight:p.weight})}
    const all=()=>fetch("/api/permits"),one=n=>fetch(\`/api/sites/\${n}\`),add=b=>fetch("/api/sites",{method:"POST",body:b});
  `);
  expect(keys(said, 'field')).toEqual([
    'field permit permit_no',
    'field permit holder',
    'field permit state',
    'field site id',
    'field site name',
    'field site area',
  ]);
});

test('what fails where nothing was entered, fields that a form hands over among others, and how many a page holds', () => {
  const said = say(`
    function send(e){const d=new FormData(e.target),n=String(d.get("holder")).trim(),s=String(d.get("stone")),f={};
      n?n.length>50&&(f.holder="Holders have at most 50 letters"):f.holder="Who is it for?",s||(f.stone="Which stone?");
      return fetch("/api/permits",{method:"POST",body:JSON.stringify({holder:n,stone:s})})}
    const shiftSchema=y.object({crop:y.string().oneOf([...CROPS],"Choose what is picked"),drives:y.boolean()}),CROPS=["apples","pears"];
    function Plan(){const {handleSubmit}=useForm({validationSchema:shiftSchema});return handleSubmit(async v=>{await fetch("/api/shifts",{method:"POST",body:JSON.stringify({...v,orchard:7})})})}
    const list=p=>api.get("/api/shifts",{params:{page:p,size:10}}),chart=()=>api.get("/api/chart",{params:{size:640}});
  `);
  expect(
    said.flatMap((one) => (one.kind === 'rule' ? [`${one.field} ${one.rule} ${one.value ?? one.message}`] : [])),
  ).toEqual([
    'crop enum apples,pears',
    'holder required Who is it for?',
    'holder maxLength 50',
    'stone required Which stone?',
  ]);
  expect(keys(said, 'requestField').filter((key) => key.includes('shifts'))).toEqual([
    'requestField POST /api/shifts orchard',
    'requestField POST /api/shifts crop',
    'requestField POST /api/shifts drives',
  ]);
  expect(said.flatMap((one) => (one.kind === 'constant' ? [one.text] : []))).toEqual(['pageSize is 10.']);
});

test('a table that an error asks for what it says is one of errors, whatever its codes are', () => {
  const said = say(`
    const texts = {CLIMATE: 'The house has no climate control.', VALUE_HIGH: 'The director decides about that.'};
    class VaultError extends Error {
      constructor(e) { super(texts[e] ?? 'The vault did not answer.'); }
    }
    const labels = {PLAIN: 'An object that is not framed', FRAMED: 'An object in its frame'};
    const labelOf = (e) => labels[e];
  `);
  expect(keys(said, 'error')).toEqual(['error CLIMATE', 'error VALUE_HIGH']);
});
