import { expect, test } from 'vitest';
import { readCode } from './code.ts';
import { readBundle } from './read.ts';
import { say, keysOf as texts } from './testing/own-code.ts';

test('one-letter names mean what they mean where they stand', () => {
  const said = say(
    'const a="/api/a";function f(a){return fetch("/api/"+a+"/rows")}function g(){const a="cats";return f(a)}fetch(a);g()',
  );
  expect(texts(said, 'call')).toEqual(['call GET /api/cats/rows', 'call GET /api/a']);
});

test('a wrapper of a wrapper, and a client with a base, are seen through', () => {
  const said = say(`
    const r=(m,p,b)=>fetch("/v2"+p,{method:m,body:JSON.stringify(b)});
    const post=(p,b)=>r("POST",p,b);
    class C{constructor(e){this.base=e}async get(p,q){return(await fetch(this.base+p+"?"+new URLSearchParams(q))).json()}}
    const c=new C("/rest");
    post("/teams",{name:n.value,size:3});
    c.get(\`/teams/\${x.teamId}\`,{expand:"all"});
    const h=z.create({baseURL:"/api"});h.delete(\`teams/\${id}\`);
  `);
  expect(texts(said, 'call', 'query', 'requestField')).toEqual([
    'call POST /v2/teams',
    'requestField POST /v2/teams name',
    'requestField POST /v2/teams size',
    'call GET /rest/teams/{}',
    'query GET /rest/teams/{} expand',
    'call DELETE /api/teams/{}',
  ]);
});

test('a client of one’s own over XMLHttpRequest is seen through: its method, its address and what it sends', () => {
  const said = say(`
    function api(m,p,b){return new Promise(k=>{const x=new XMLHttpRequest();x.open(m,p);x.onload=()=>k(x.response);x.send(b?JSON.stringify(b):undefined)})}
    api("GET","/rest/visits"+(s?"?state="+s:""));
    api("PUT",\`/rest/visits/\${v.id}/state\`,{state:t});
    api("DELETE","/rest/visits/"+v.id);
    const pop={open(a,b){}};pop.open("/a","/b");
  `);
  expect(texts(said, 'call', 'query', 'requestField')).toEqual([
    'call GET /rest/visits',
    'query GET /rest/visits state',
    'call PUT /rest/visits/{}/state',
    'requestField PUT /rest/visits/{}/state state',
    'call DELETE /rest/visits/{}',
  ]);
});

test('files, probes, telemetry and what only looks like a call are left out', () => {
  const said = say(
    'fetch("/assets/en.json");fetch("/healthz");navigator.sendBeacon("https://t.invalid/collect","");m.get("name");new Map([["a",1]]).get("/a");router.get("/x",()=>{});fetch("https://www.w3.org/x")',
  );
  expect(texts(said, 'call')).toEqual([]);
});

test('calls of scripts that import each other', () => {
  const said = say({
    'assets/api.js': 'const b="/api/v1";const g=p=>fetch(b+p);export{g as t,b as u}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read
    'assets/page.js': 'import{t as e}from"./api.js";e("/invoices");e(`/invoices/${o.invoiceId}/lines`)',
  });
  expect(texts(said, 'call')).toEqual(['call GET /api/v1/invoices', 'call GET /api/v1/invoices/{}/lines']);
});

test('calls of webpack modules that require each other', () => {
  const said = say(
    '(self.webpackChunka=self.webpackChunka||[]).push([[1],{10:(e,t,n)=>{n.d(t,{Z:()=>r});const r=p=>fetch("/api"+p,{method:"PUT"})},11:(e,t,n)=>{var i=n(10);(0,i.Z)("/profile")}}])',
  );
  expect(texts(said, 'call')).toEqual(['call PUT /api/profile']);
});

test.each([
  [
    '5, alone in its script',
    '(()=>{var e={10(e,t,n){n.d(t,{Z:()=>r});const r={apply:(i,b)=>fetch("/api/funds/"+i,{method:"POST",body:JSON.stringify(b)})}},11(e,t,n){var i=n(10);i.Z.apply(x.fundId,{pitch:"a"})}};const t={};function n(a){const o=t[a];if(void 0!==o)return o.exports;const l=t[a]={exports:{}};return e[a](l,l.exports,n),l.exports}n(11)})()',
  ],
  [
    '4, as a list',
    '!function(e){var t={};function n(r){if(t[r])return t[r].exports;var o=t[r]={i:r,l:!1,exports:{}};return e[r].call(o.exports,o,o.exports,n),o.l=!0,o.exports}n(1)}([function(e,t,n){"use strict";n.d(t,"a",function(){return r});var r={apply:function(i,b){return fetch("/api/funds/"+i,{method:"POST",body:JSON.stringify(b)})}}},function(e,t,n){"use strict";n.r(t);var i=n(0);i.a.apply(x.fundId,{pitch:"a"})}])',
  ],
])('modules of webpack %s, are followed', (_, code) => {
  expect(texts(say(code), 'call', 'requestField')).toEqual([
    'call POST /api/funds/{}',
    'requestField POST /api/funds/{} pitch',
  ]);
});

test('calls through one wrapper are each told where they are asked for', () => {
  const code =
    'const ask=(m,p)=>fetch("/v2"+p,{method:m});const api={a:()=>ask("GET","/funds"),b:()=>ask("GET","/people")}';
  const places = say(code).flatMap(({ kind, evidence: [first] }) =>
    kind === 'call' && first?.type === 'code' ? [code.slice(first.column, first.column + 17)] : [],
  );
  expect(places).toEqual(['ask("GET","/funds', 'ask("GET","/peopl']);
});

test('what Babel makes of functions that wait is called with what they are given', () => {
  const said = say(
    'function ask(e,t,n){return _ask.apply(this,arguments)}function _ask(){return(_ask=later(regen().m(function e(t,n,r){return regen().w(function(e){for(;;)switch(e.n){case 0:return e.n=1,fetch("/v2"+n,{method:t,body:JSON.stringify(r)});case 1:return e.a(2)}},e)}))).apply(this,arguments)}ask("PUT","/funds/"+f.id,{title:a})',
  );
  expect(texts(said, 'call', 'requestField')).toEqual(['call PUT /v2/funds/{}', 'requestField PUT /v2/funds/{} title']);
});

test.each([
  [
    'a table of routes, nested',
    'x([{path:"/",element:A,children:[{index:!0,element:B},{path:"teams",element:C,children:[{path:":teamId",element:D}]},{path:"*",element:E}]}])',
    ['/', '/teams', '/teams/{}'],
  ],
  [
    'route elements',
    '(0,r.jsxs)(R,{children:[(0,r.jsx)(Q,{path:"/a",element:(0,r.jsx)(A,{})}),(0,r.jsx)(Q,{path:"/b/:id",element:(0,r.jsx)(B,{})}),(0,r.jsx)(Q,{path:"/old",element:(0,r.jsx)(N,{to:"/a"})})]})',
    ['/a', '/b/{}'],
  ],
  [
    'Vue and Angular routes',
    'x([{path:"/a",name:"a",component:()=>import("./a.js")},{path:"/c",redirect:"/a"}]);y([{path:"users",component:U},{path:"",redirectTo:"users"}])',
    ['/a', '/users'],
  ],
  [
    'file routes',
    'q("/posts/$postId")({component:P});r.update({id:"/_auth/me",path:"/me",getParentRoute:()=>r0})',
    ['/posts/{}', '/me'],
  ],
  [
    'a manifest of pages',
    'self.__BUILD_MANIFEST={"/":["a.js"],sortedPages:["/","/_app","/orders/[id]"]}',
    ['/', '/orders/{}'],
  ],
  [
    'an address compared by hand',
    'const p=location.pathname;if(p==="/inbox")a();const m=/^\\/mail\\/(\\d+)$/.exec(p);switch(location.pathname){case"/sent":b()}',
    ['/inbox', '/mail/{}', '/sent'],
  ],
])('screens: %s', (_, code, routes) => {
  expect(
    texts(say(code), 'screen')
      .map((key) => key.replace('screen ', ''))
      .toSorted(),
  ).toEqual(routes.toSorted());
});

test.each([
  [
    'a chain',
    'const S=z.object({name:z.string().min(2).max(60),age:z.number().int().min(18),mail:z.string().email(),plan:z.enum(["free","pro"])});function send(v){const d=S.parse(v);return fetch("/api/members",{method:"POST",body:JSON.stringify(d)})}',
    ['name maxLength', 'name minLength', 'age minimum', 'mail format', 'plan enum'],
  ],
  [
    'attributes of inputs',
    '(0,r.jsxs)("form",{name:"member",children:[(0,r.jsx)("input",{name:"name",required:!0,minLength:2}),(0,r.jsx)("input",{name:"mail",type:"email"})]})',
    ['name required', 'name minLength', 'mail format'],
  ],
  [
    'options of a form library',
    'function F(){return(0,r.jsx)("form",{id:"member",children:[(0,r.jsx)("input",{...u("name",{required:"Enter a name",maxLength:{value:60,message:"At most 60 letters"}})})]})}',
    ['name required', 'name maxLength'],
  ],
  [
    'validators of a form group',
    'const f=b.group({name:["",[V.required,V.minLength(4)]],age:["",V.max(99)]});function send(){return fetch("/api/members",{method:"POST",body:JSON.stringify(f.value)})}',
    ['name required', 'name minLength', 'age maximum'],
  ],
  [
    'checks by hand',
    'function F(){function check(v){const e={};if(!v.name)e.name="Enter a name";if(v.note.length>500)e.note="A note has at most 500 letters";return e}return(0,r.jsx)("form",{name:"member"})}',
    ['name required', 'note maxLength'],
  ],
  [
    'checks by hand, as minifiers turn them round; words that are counted and years that are worked out are no length and no number of what was typed',
    `const V=(f,n)=>String(new FormData(f).get(n)),S=n=>new Intl.NumberFormat("en").format(n);function F(){function check(f){const e={},t=V(f,"title"),b=Number(V(f,"budget")),p=V(f,"pitch"),y=yearsSince(V(f,"born")),w=p.split(" ").length;
      t.length>2?t.length<80||(e.title="A title has at most 79 characters"):e.title="A title has at least 3 characters",
      b>=500&&b<=9e3||(e.budget=\`Between \${S(500)} and \${S(9e3)}\`),
      p.split(/\\s+/).length>120&&(e.pitch="At most 120 words"),w<4&&(e.pitch="At least 4 words"),y<18&&(e.born="One must be 18"),
      V(f,"who")||(e.who="Who are you?");return e}return(0,r.jsx)("form",{name:"fund"})}`,
    ['title minLength', 'title maxLength', 'budget minimum', 'budget maximum', 'who required'],
  ],
  [
    'addresses are no types that are told as texts',
    'function F(){h("a",{href:"/funds/new"},t("nav.new"));h("a",{href:"/funds/my"},t("nav.my"));return fetch("/api/funds",{method:"POST",body:d})}',
    [],
  ],
])('rules: %s', (_, code, rules) => {
  const said = texts(say(code), 'rule').map((key) => key.split(' ').slice(-2).join(' '));
  expect(said.toSorted()).toEqual(rules.toSorted());
});

test('a form that makes a thing or changes it says its rules of both calls', () => {
  const said = say(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read
    'const make=b=>fetch("/api/funds",{method:"POST",body:JSON.stringify({title:b.title})}),change=(i,b)=>fetch(`/api/funds/${i}`,{method:"PUT",body:JSON.stringify({title:b.title})});function send(v,i){const e={};v.title.length>79&&(e.title="At most 79 characters");return i?change(i,v):make(v)}send(x,y)',
  );
  expect(said.flatMap(({ kind, text }) => (kind === 'rule' ? [text] : [])).toSorted()).toEqual([
    'title of POST /api/funds: maxLength 79, “At most 79 characters”.',
    'title of PUT /api/funds/{fundId}: maxLength 79, “At most 79 characters”.',
  ]);
});

test('what takes itself off a page is no call that removes something, though it has its name', () => {
  const said = say(
    'const api={remove:i=>fetch("/api/people/"+i,{method:"DELETE"})};function check(f,v){for(const o of f.querySelectorAll("p"))o.remove();const e={};v.name||(e.name="Who are you?");return e}',
  );
  expect(said.filter(({ kind }) => kind === 'rule')).toEqual([]);
});

test('pages of Nuxt: whom their meta lets in, and what they tell the head, by whatever name', () => {
  const said = say({
    '_nuxt/head.js':
      'import{a}from"./vue.js";function x(e,t={}){const n=h(t.nuxt);if(n)return a(e,{head:n,...t})}export{x as u}',
    '_nuxt/queue.js':
      'import{u as c}from"./head.js";import{d as y}from"./vue.js";const Q=y({__name:"queue",async setup(){c({title:"Review queue"});t({title:"A note"});return()=>0}});export{Q as default}',
    '_nuxt/entry.js':
      'const m={roles:["reviewer","manager"]},R=[{name:"queue",path:"/queue",meta:m||{},component:()=>p(()=>import("./queue.js"),[],import.meta.url)}]',
  });
  expect(said.find(({ kind }) => kind === 'screen')).toMatchObject({ route: '/queue', title: 'Review queue' });
  const access = said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.route} ${one.allowed}`] : []));
  expect(access).toEqual(['reviewer /queue true', 'manager /queue true']);
});

test('a place in a list of roles says which roles there are', () => {
  const said = say(
    'const L=["viewer","editor","admin"],D=["north","south"];const may=r=>L.indexOf(me.role)>=L.indexOf(r);D.indexOf(me.district);may("editor")&&go()',
  );
  expect(texts(said, 'role').toSorted()).toEqual(['role admin', 'role editor', 'role viewer']);
});

test('roles come from what is compared with a role, never from how things look', () => {
  const said = say(
    '(0,r.jsx)("div",{role:"dialog"});(0,r.jsx)(M,{role:"menuitem"});x=[{role:"assistant",content:"a"}];const P={"team:edit":["owner","editor"],"team:drop":["owner"]};const can=(u,a)=>P[a].includes(u.role);if(user.role==="owner")go();if(user.role!=="editor")stop()',
  );
  expect(texts(said, 'role').toSorted()).toEqual(['role editor', 'role owner']);
  const cells = said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.action} ${one.allowed}`] : []));
  expect(cells.toSorted()).toEqual([
    'editor team:drop false',
    'editor team:edit true',
    'owner team:drop true',
    'owner team:edit true',
  ]);
});

test('states: tables, lists and machines; a table of ranges is none', () => {
  const said = say(
    'const TICKET_TRANSITIONS={open:["held","closed"],held:["open"],closed:[]};m({id:"upload",initial:"idle",states:{idle:{on:{START:"busy"}},busy:{on:{DONE:{target:"idle"}}}}});const ranges=[{from:"a",to:"b"},{from:"c",to:"d"}];const VISIT_TRANSITIONS={asked:["fixed","lost"],fixed:["here"],here:["gone"]},MAY_EDIT={admin:["write","read"],guest:["read"]}',
  );
  expect(texts(said, 'transition')).toEqual([
    'transition ticket open held',
    'transition ticket open closed',
    'transition ticket held open',
    'transition upload idle busy',
    'transition upload busy idle',
    'transition visit asked fixed',
    'transition visit asked lost',
    'transition visit fixed here',
    'transition visit here gone',
  ]);
});

test('errors: codes with words for people; labels of states and words for developers are none', () => {
  const said = say(`
    const M={TEAM_FULL:"This team has no place left",NAME_TAKEN:"Another team has that name"};
    const L={IN_PROGRESS:"In progress",ALL_DONE:"All done"};
    function t(e){switch(e.code){case"seat_limit":return"You have used all of your seats"}}
    class Refused extends Error{constructor(s,c,m){super(m);this.status=s;this.code=c}}
    function f(){throw new Refused(409,"TEAM_LOCKED","Somebody else is changing this team")}
    function g(){throw new Error("useTeam must be used within TeamProvider")}
    h(M[e.code]);
  `);
  expect(texts(said, 'error')).toEqual([
    'error TEAM_FULL',
    'error NAME_TAKEN',
    'error seat_limit',
    'error TEAM_LOCKED',
  ]);
});

test('constants: what limits, times or prices; neither looks nor conversions nor counted enums', () => {
  const said = say(
    'const C={maxSeatsPerTeam:12,inviteExpiryDays:14,pricePerSeatCents:900};const K={Up:0,Down:1,Left:2};s({width:300,zIndex:5,fontSize:12});const DAY_MS=864e5,TRIAL_DAYS=30;a({duration:200,easing:3})',
  );
  expect(texts(said, 'constant')).toEqual([
    'constant max-seats-per-team',
    'constant invite-expiry-days',
    'constant price-per-seat-cents',
    'constant trial-days',
  ]);
});

test('code of an unknown owner is never likely alone', () => {
  const [file] = readBundle([{ path: 'app.js', text: 'fetch("/api/teams",{method:"POST"})' }]);
  const { statements } = readCode(file ? [file] : [], { release: '1.0.0', at: 0 });
  expect(statements.map(({ tier }) => tier)).toContain('suspected');
  expect(statements.filter(({ tier }) => tier !== 'suspected')).toEqual([]);
});

test('code that is no code says nothing, and nothing throws', () => {
  for (const text of [
    '',
    '<!doctype html>',
    'const',
    '{"a":1}',
    `${'('.repeat(500)}1${')'.repeat(500)}`,
    `a=${'1+'.repeat(3_000)}1`,
    'function f(){return f()}f();var a=b,b=a;fetch(a)',
  ])
    expect(say(text).filter(({ kind }) => kind !== 'call')).toEqual([]);
});

test('a function that fetches and is handed on behind its address is called with it; a base that is joined is left open', () => {
  const said = say(`
    const join=(...p)=>["",...p].join("/").replace(/\\/+/g,"/");
    const at=(p,b=window.config.base)=>join(b,p);
    const load=u=>fetch(u).then(a=>a.json());
    const hook=()=>{const make=m.useCallback((p,o)=>({run:()=>fetch(at(p),{...o})}),[]);return{make}};
    const one=i=>{const{make:k}=hook();return k(\`api/teams/\${i}/tags\`,{method:"PUT",body:JSON.stringify({names:x})})};
    const two=i=>useSWR(at(\`api/teams/\${i}\`),load);
  `);
  expect(texts(said, 'call', 'requestField').toSorted()).toEqual([
    'call GET /api/teams/{}',
    'call PUT /api/teams/{}/tags',
    'requestField PUT /api/teams/{}/tags names',
  ]);
});

test('what is asked for with a parameter has the names that callers give', () => {
  const said = say({
    'api.js': 'export const list=e=>n.get(`/api/walks`,{params:e});',
    'Page.js': 'import {list as l} from "./api.js"; const r=u(l);r({state:"open",month:q});function u(e){return e}',
  });
  expect(texts(said, 'call', 'query')).toEqual([
    'call GET /api/walks',
    'query GET /api/walks state',
    'query GET /api/walks month',
  ]);
});

test('routes stand under what holds them by a variable, and under what shows their component', () => {
  const said = say(`
    const inner=jsx(Route,{path:"keys",element:jsx(Keys,{})});
    const Groups=()=>jsx(Routes,{children:[jsx(Route,{index:true,element:jsx(List,{})}),jsx(Route,{path:"create",element:jsx(Create,{})})]});
    const tree=jsx(Routes,{children:[jsx(Route,{path:"/apps",element:jsx(Frame,{}),children:inner}),jsx(Route,{path:"/groups/*",element:jsx(Groups,{})})]});
    jsx("main",{children:tree});
  `);
  expect(texts(said, 'screen').toSorted()).toEqual([
    'screen /apps',
    'screen /apps/keys',
    'screen /groups',
    'screen /groups/create',
  ]);
});

test('a catalogue of texts says nothing of roles, and of errors in English first', () => {
  const words = Array.from({ length: 14 }, (_, i) => `w${i}:"so many words"`).join();
  const said = say(`
    const de={${words},role:"Rolle hier",errors:{ORDER_EMPTY:"Die Bestellung ist leer",ORDER_LOCKED:"Sie ist gesperrt"}};
    const en={${words},role:"Role",errors:{ORDER_EMPTY:"The order is empty",ORDER_LOCKED:"It is locked"}};
    x={role:"keeper"};y.role==="owner";
  `);
  expect(said.flatMap((one) => (one.kind === 'role' ? [one.name] : []))).toEqual(['keeper', 'owner']);
  expect(said.flatMap((one) => (one.kind === 'error' ? [one.message] : []))).toEqual([
    'The order is empty',
    'It is locked',
  ]);
});

test('constraints are read where markup is a text, and where a template’s attributes are a list', () => {
  const said = say(`
    var root=from_html('<form name="parcel"><label>Code <input name="code" required="" maxlength="8" pattern="[A-Z0-9]+"></label></form>');
    const page=html\`<form id="walk"><input name="dog" minlength=\${n} required><input name="mail" type="email"></form>\`;
    C.cmp=define({selectors:[["app-edit-user"]],consts:[["formControlName","username","type","text","maxlength","20","required","",1,"wide"]]});
  `);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [[one.form, one.field, one.rule, one.value]] : []))).toEqual([
    ['parcel', 'code', 'required', null],
    ['parcel', 'code', 'maxLength', 8],
    ['parcel', 'code', 'pattern', '[A-Z0-9]+'],
    ['walk', 'dog', 'required', null],
    ['walk', 'mail', 'format', 'email'],
    ['edit-user', 'username', 'maxLength', 20],
    ['edit-user', 'username', 'required', null],
  ]);
});
