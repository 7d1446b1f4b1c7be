import type { Statement } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { readCode } from './code.ts';
import { readBundle } from './read.ts';
import { callsOf, say } from './testing/own-code.ts';

const calls = (statements: Statement[]) =>
  statements.flatMap((one) => (one.kind === 'call' ? [`${one.method} ${one.path}`] : [])).toSorted();
const rules = (statements: Statement[]) =>
  statements
    .flatMap((one) => (one.kind === 'rule' ? [`${one.field} ${one.rule} ${one.value ?? ''}`.trim()] : []))
    .toSorted();
const access = (statements: Statement[]) =>
  statements
    .flatMap((one) => {
      if (one.kind !== 'permission') return [];
      const what = one.call ? `${one.call.method} ${one.call.path}` : (one.route ?? one.action);
      return [`${one.role} ${one.allowed ? 'may' : 'may not'} ${what}`];
    })
    .toSorted();

test('a function that was handed fetch asks with it, by whatever name', () => {
  const said = say(`
    async function a(e,t={},n=fetch){const r=await n(\`/api\${e}\`,{...t,headers:{}});return r.json()}
    const p=(e,t)=>a(e,{method:"POST",body:JSON.stringify(t)});
    const l=async({fetch:e,params:t})=>({plot:await a(\`/plots/\${t.id}\`,{},e)});
    function make(ask){return{day:()=>ask("/api/today")}}const c=make(window.fetch);
    async function offer(){await p("/offers",{days:14});await log("/not/asked")}
    function log(e,t=write){t(e)}`);
  expect(calls(said)).toEqual(['GET /api/plots/{plotId}', 'GET /api/today', 'POST /api/offers']);
});

const faults = (email: string, phone: string, told: (message: string) => string) =>
  `if(!/^[^@]+@[^@]+$/.test(${email})){${told('Enter an e-mail address')};return}
   if(${phone}.trim().length<10){${told('A phone number has at least 10 digits')};return}`;
const sent = (email: string, phone: string) =>
  `fetch("/api/waiting",{method:"POST",body:JSON.stringify({email:${email},phone:Number(${phone})})})`;

test.each([
  [
    'React',
    `function F(){const[a,b]=useState(""),[c,d]=useState(""),[e,f]=useState("");
      function g(){${faults('a', 'c', (said) => `f("${said}")`)}${sent('a', 'c')}}return jsx("form",{onSubmit:g})}`,
  ],
  [
    'React, as minifiers write it',
    `function F(){let[a,b]=useState(""),[c,d]=useState(""),[e,f]=useState("");function g(){return/^[^@]+@[^@]+$/.test(a)?
      c.trim().length<10?void f("A phone number has at least 10 digits"):void ${sent('a', 'c')}:void f("Enter an e-mail address")}}`,
  ],
  [
    'Vue',
    `const F={setup(){const a=ref(""),c=ref(""),e=ref("");
      function g(){${faults('a.value', 'c.value', (said) => `e.value="${said}"`)}${sent('a.value', 'c.value')}}}}`,
  ],
  [
    'Solid',
    `function F(){const[a,b]=createSignal(""),[c,d]=createSignal(""),[e,f]=createSignal("");
      function g(){${faults('a()', 'c()', (said) => `f("${said}")`)}${sent('a()', 'c()')}}}`,
  ],
])('what a component of %s holds is called as the field that it is sent as, and checked by hand', (_, code) => {
  expect(rules(say(code))).toEqual(['email pattern ^[^@]+@[^@]+$', 'phone minLength 10']);
});

const short = 'e=>e.length<3?"At least 3 letters are needed":null';
const saved = 'const go=e=>fetch("/api/users",{method:"POST",body:JSON.stringify(e)})';

test.each([
  ['under its name', `function P(){${saved};useForm({validate:{name:${short}}})}`],
  [
    'beside its name',
    `function P(){${saved};return jsx(Field,{name:"name",rules:[e=>e.length>2||"At least 3 letters are needed"]})}`,
  ],
  [
    'by when it checks',
    `function P(){${saved};return jsx(Field,{name:"name",validators:{onChange:({value:e})=>e.length<3?"At least 3 letters are needed":void 0}})}`,
  ],
  ['in a list that is called so', `function P(){${saved},nameRules=[${short}];return{go,nameRules}}`],
])('a function that checks one field is about that field: %s', (_, code) => {
  expect(rules(say(code))).toEqual(['name minLength 3']);
});

test.each([
  [
    'Element Plus',
    `const F={setup(){const r=reactive({name:[{required:!0,message:"Please give a name",trigger:"blur"},{min:3,max:5}],
      mail:{type:"email",message:"That is no address",trigger:"change"}});${saved};return{r,go}}}`,
    ['mail format email', 'name maxLength 5', 'name minLength 3', 'name required'],
  ],
  [
    'jQuery',
    `function start(){${saved};$("#f").validate({rules:{name:{required:!0,minlength:3},mail:{email:!0},age:"required"},
      messages:{name:"Please give a name"},submitHandler:go})}`,
    ['age required', 'mail format email', 'name minLength 3', 'name required'],
  ],
])('a table of rules that %s is handed is read field by field', (_, code, told) => {
  expect(rules(say(code))).toEqual(told);
});

test('a text that a component sets for another reason is no rule', () => {
  const said = say(`function F(){const{pathname:p}=useLocation(),[t,s]=useState(""),n=items.length;
    if(!/^\\/admin/.test(p))s("You are outside of it");if(n<3)s("At least 3 are needed");return t}`);
  expect(rules(said)).toEqual([]);
});

test.each([
  ['compares', 's.user?.role!=="treasurer"&&r(307,"/login")', ['treasurer may /fees', 'warden may not /fees']],
  ['asks for the least', 'least("warden")||r(307,"/")', ['treasurer may /fees', 'warden may /fees']],
])('who is sent on by the layout of a page of SvelteKit that %s may not open it', (_, guard, told) => {
  const app = `var I=[()=>P(()=>import("../nodes/0.js"),[]),()=>P(()=>import("../nodes/1.js"),[]),()=>P(()=>import("../nodes/2.js"),[])],
    R={"/":[1],"/(staff)/fees":[2,[0]]};export{R as dictionary,I as nodes}`;
  const page = 'function p(e){f(e)}export{p as component}';
  const said = say({
    'entry/app.js': app,
    'nodes/0.js': `import{s}from"../chunks/s.js";import{r}from"../chunks/r.js";
      const ranks={warden:0,treasurer:1};function least(e){return ranks[s.user.role]>=ranks[e]}
      const l=async({parent:e})=>(await e(),${guard},{});function p(e){f(e)}export{p as component,l as load}`,
    'nodes/1.js': page,
    'nodes/2.js': page,
    'chunks/s.js': 'const s={user:null};const w=s.user.role==="warden";export{s,w}',
    'chunks/r.js': 'function r(e,t){throw new R(e,t)}export{r}',
  });
  expect(access(said)).toEqual(told);
});

test('what jQuery asks for is a call, also where the answer is handed to a function', () => {
  const said = say(
    '$.getJSON("/api/users",e=>draw(e));$.get("/api/teams",function(e){draw(e)});server.get("/asked",(e,t)=>t.end())',
  );
  expect(calls(said)).toEqual(['GET /api/teams', 'GET /api/users']);
});

test('a client that is made once has its base in its own methods, and a fetcher is called with the key before it', () => {
  const said = say(`class C{constructor(e){this.base=e}ask(e,t={}){return fetch(this.base+e,t)}
      orders(){return this.ask("/orders")}pay(e){return this.ask(\`/orders/\${e}/pay\`,{method:"POST"})}}const c=new C("/api/v2");
    function P(){useSWR("/api/items",e=>fetch(e));useSWR(["/api/parts",n],([e,t])=>fetch(e))}`);
  expect(calls(said)).toEqual([
    'GET /api/items',
    'GET /api/parts',
    'GET /api/v2/orders',
    'POST /api/v2/orders/{orderId}/pay',
  ]);
});

test('a control that only some roles are shown is theirs, by what it calls where that is known', () => {
  const said = say(`function P(){const u=me(),w=u.role==="warden"||u.role==="treasurer";
    const offer=e=>fetch(\`/api/plots/\${e}/offer\`,{method:"POST"});
    return jsxs("div",{children:[w&&jsx("button",{onClick:()=>offer(4),children:"Offer this plot"}),
      ["treasurer"].includes(u.role)&&jsx("a",{href:"/fees",children:"Fees"})]})}`);
  expect(access(said)).toEqual([
    'treasurer may Fees',
    'treasurer may POST /api/plots/{plotId}/offer',
    'warden may POST /api/plots/{plotId}/offer',
  ]);
});

test('constants of a component in one file are told by their names, in their own lines', () => {
  const source =
    '<p>{count}</p>\n<script lang="ts">\n  const MAX_WAITING = 150;\n  const full: boolean = count >= MAX_WAITING;\n</script>\n';
  const map = { version: 3, sources: ['src/list.svelte'], sourcesContent: [source], names: [], mappings: 'AACA' };
  const files = readBundle([{ path: 'a.js', text: 'const f=c>=150;', map: JSON.stringify(map) }]);
  const said = readCode(files, { release: '1.0.0', at: 0 }).statements;
  const [limit] = said.filter((one) => one.kind === 'constant');
  expect(limit).toMatchObject({ name: 'MAX_WAITING', value: 150, evidence: [{ file: 'src/list.svelte', line: 3 }] });
});

test('an error that is thrown with a code is told with its message, however short that is', () => {
  const said = say(`class F extends Error{constructor(e,t,n){super(n),this.status=e,this.code=t}}
    async function a(){throw await go("/login"),new F(401,"LOGIN_NEEDED","Please log in.")}`);
  expect(said).toMatchObject([{ kind: 'error', code: 'LOGIN_NEEDED', message: 'Please log in.', status: 401 }]);
});

test('states are told by what a component looks up: what comes next, and which place in a list', () => {
  const ways = (code: string) =>
    say(code).flatMap((one) =>
      one.kind === 'transition' ? [`${one.from} > ${one.to}`] : one.kind === 'state' ? [one.name] : [],
    );
  const sends = (next: string) =>
    `fetch('/api/papers/'+paper.id,{method:'PATCH',body:JSON.stringify({status:${next}})})`;
  expect(
    ways(
      `const a={draft:'review',review:'printed'};const B=({paper})=>jsx('button',{onClick:()=>${sends('a[paper.status]')}})`,
    ),
  ).toEqual(['draft', 'review', 'printed', 'draft > review', 'review > printed']);
  expect(
    ways(`const a=['draft','review','printed'];
      function B({paper}){const at=a.indexOf(paper.status);return jsx('button',{onClick:()=>${sends('a[at+1]')}})}`),
  ).toEqual(['draft', 'review', 'printed', 'draft > review', 'review > printed']);
  expect(
    ways(`function a(paper){switch(paper.status){case'draft':return['review','dropped'];case'review':return'printed';default:return[]}}
      const B=({paper})=>a(paper).map((to)=>jsx('button',{onClick:()=>${sends('to')}}))`),
  ).toEqual(['draft', 'review', 'dropped', 'printed', 'draft > review', 'draft > dropped', 'review > printed']);
  // Labels lead nowhere, and a tone of light is no state.
  expect(ways(`const a={draft:'Draft',review:'In review'};const B=({paper})=>(${sends('1')},a[paper.status])`)).toEqual(
    [],
  );
  // How a state looks, and what a call goes through, is no state of what it is about.
  const tones = `const a={draft:'active',active:'success',printed:'default'};const B=({paper})=>`;
  expect(ways(`${tones}{const tone=a[paper.status];return jsx(Badge,{onClick:()=>${sends('1')},tone})}`)).toEqual([]);
  expect(
    ways(`function B(){const a=useQuery({queryKey:['p'],queryFn:()=>fetch('/api/papers')});
      return ['pending','error'].indexOf(a.status)<0?jsx('b',{}):null}`),
  ).toEqual([]);
  expect(ways(`const a={light:'dark',dark:'light'};const B=({paper})=>(${sends('1')},a[paper.theme])`)).toEqual([]);
});

test('a form of React Router is sent by the action of the route that shows it, which gives its errors back', () => {
  const said = say(`
    const send=(path,method,body)=>fetch('/api'+path,{method,body:JSON.stringify(body)});
    async function book({request}){const form=Object.fromEntries(await request.formData()),errors={};
      if(!form.from)errors.from='Say when it begins';
      if(form.why.length<10)return{errors:{why:'Tell us a little more'}};
      return Object.keys(errors).length?{errors}:send('/stays','POST',{from:form.from,why:form.why,room:form.room})}
    async function extend({request,params}){const form=await request.formData();
      return send('/stays/'+params.stayId,'PUT',{room:form.get('room')})}
    const Book=()=>jsxs(Form,{method:'post',children:[jsx('input',{name:'room',required:!0,maxLength:40})]});
    const table=[{path:'/stays/new',action:book,Component:Book},{path:'/stays/:stayId',action:extend,Component:Stay}];`);
  const rules = said.flatMap((one) =>
    one.kind === 'rule'
      ? [`${one.call?.method} ${one.call?.path} ${one.field} ${one.rule} ${one.value ?? ''}`.trim()]
      : [],
  );
  expect(rules.toSorted()).toEqual([
    'POST /api/stays from required',
    'POST /api/stays room maxLength 40',
    'POST /api/stays room required',
    'POST /api/stays why minLength 10',
  ]);
  expect(callsOf(said)).toEqual([
    'POST /api/stays',
    'POST /api/stays from',
    'POST /api/stays room',
    'POST /api/stays why',
    'PUT /api/stays/{stayId}',
    'PUT /api/stays/{stayId} room',
  ]);
});

test('of a list that a component holds the items are counted, not characters', () => {
  const said = say(`Alpine.data('claim',()=>({files:[],title:'',faults:{},
    check(){if(this.title.length>80)this.faults.title='Keep it under 80 characters';if(this.files.length>5)this.faults.files='No more than five files'},
    save(){this.check();fetch('/claims',{method:'POST',body:JSON.stringify({title:this.title,files:this.files})})}}))`);
  expect(rules(said)).toEqual(['files maxItems 5', 'title maxLength 80']);
});
