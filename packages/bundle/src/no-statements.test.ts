import { expect, test } from 'vitest';
import { keysOf, say } from './testing/own-code.ts';

test('lines between boxes are no transitions, and steps of an order are', () => {
  const drawn = `{nodes:[{id:"fetch",x:0},{id:"score",x:1},{id:"send",x:2}],connections:[{from:"fetch",to:"score"},{from:"score",to:"send"}]}`;
  expect(keysOf(say(`const t=${drawn};show(t)`), 'state', 'transition')).toEqual([]);
  const steps = 'const orderFlow=[{from:"draft",to:"placed",by:"place"},{from:"placed",to:"sent",by:"send"}];';
  expect(keysOf(say(steps), 'transition')).toHaveLength(2);
});

test('whom a text is written for, who speaks, and what a column is called are no roles', () => {
  const asks = 'const a=e=>e.role==="owner",b=e=>e.role==="member";';
  const texts = ['sales', 'sales', 'sales', 'support'].map((role, at) => `{role:"${role}",description:"Do ${at}"}`);
  const said = say({
    'app.js': asks,
    'ideas.js': `const t=[${texts}];show(t)`,
    'chat.js': 'const f=e=>e.role==="assistant"?1:e.role==="user"?2:3;',
    'other.js': 'const g=e=>e.role===`assistant`?1:e.role===`user`?2:3;',
    'agent.js': 'const m={message:{role:"ROLE_CALLER",parts:[{text:"{{prompt}}"}]}};send(m)',
    'survey.js': 'const R="role";const g=e=>["devops","design"].includes(e[R]);',
    'tables.js': 'const s={_User:["username","email"],_Role:["name","users","roles"]};',
  });
  expect(keysOf(said, 'role')).toEqual(['role owner', 'role member']);
  expect(keysOf(say('const a=e=>e.role==="lead"?1:2;'), 'role')).toEqual([]);
  expect(keysOf(say('const a=e=>"admin"===e.role?1:2;'), 'role')).toEqual(['role admin']);
});

test('what is called with another number each time has no limit, a table of plans does', () => {
  const calls = (ms: number) => `watch(x${ms},{debounceTime:${ms}});`;
  expect(keysOf(say({ 'a.js': calls(50), 'b.js': calls(300), 'c.js': calls(2_000) }), 'constant')).toEqual([]);
  const plans = 'const plans={solo:{seatLimit:3},team:{seatLimit:10},firm:{seatLimit:50}};';
  expect(keysOf(say(plans), 'constant')).toHaveLength(3);
  expect(keysOf(say('const log={removed_count:1,open_count:0,inputTokens:0};'), 'constant')).toEqual([]);
  const examples =
    'const c={configExample:{timeout:3e4,env:{maxTokens:900}}};requestIdleCallback(f,{timeout:5e3});fetchAll({retries:4})';
  expect(keysOf(say(examples), 'constant')).toEqual(['constant retries']);
});

test('an error is told in English, and what only a translation says is none', () => {
  const table = (name: string, locked: string, more = '') =>
    `const ${name}={ORDER_LOCKED:"${locked}",ORDER_EXPIRED:"${locked}."${more}};export{${name} as errors};`;
  const said = say({
    'es-419-BW_NbmtZ.js': table('c', 'El pedido no existe, servicio no disponible'),
    'sv-SE-HNTaI_V_.js': table('s', 'Beställningen är låst av någon annan just nu', ',SIGN_OUT:"Logga ut nu"'),
    'en-US-Bd7aQ_1x.js': table('e', 'The order is locked'),
  });
  expect(said.flatMap((one) => (one.kind === 'error' ? [`${one.code} ${one.message}`] : []))).toEqual([
    'ORDER_LOCKED The order is locked',
    'ORDER_EXPIRED The order is locked.',
  ]);
});

test('what a route, a menu or a button needs is asked for, also several at once', () => {
  const said = say(`
    const routes=[{path:"/crates",element:jsx(G,{permission:"crates:view",children:jsx(C,{})})}];
    const menu=[{title:"Templates",url:"/templates",permission:"templates:own,templates:all"}];
    const texts={permission:"Permission: view"};`);
  expect(said.flatMap((one) => (one.kind === 'permission' ? [one.action] : [])).toSorted()).toEqual([
    'crates:view',
    'templates:all',
    'templates:own',
  ]);
});

test('controls in a field of a class are the form of the call that its methods make', () => {
  const said = say(`
    class t{createUserForm=new K({username:new $("",[k.required]),password:new $("",[k.compose([k.required,k.minLength(4)])])});
      send(){const e=this.createUserForm.getRawValue();return fetch("/users",{method:"POST",body:JSON.stringify(e)})}}`);
  expect(
    said.flatMap((one) => (one.kind === 'rule' ? [`${one.form} ${one.call?.path} ${one.field} ${one.rule}`] : [])),
  ).toEqual([
    'createUser /users username required',
    'createUser /users password required',
    'createUser /users password minLength',
  ]);
});

test('words put into a text are no rules, and schemas of many events are not the form of the one call beside them', () => {
  expect(keysOf(say('t("sent",{interpolate:{email:e.email}});const f={name:"a"};'), 'rule')).toEqual([]);
  const events = Array.from(
    { length: 12 },
    (_, at) => `E${at}:{name:"Event ${at}",properties:z.object({kind${at}:z.enum(["a","b"])})}`,
  );
  const said = say(`
    const all={${events}};function track(e){check(all[e]);return fetch("/me/settings",{method:"PATCH",body:JSON.stringify({on:1})})}`);
  expect(keysOf(said, 'rule')).toEqual([]);
});

test('routes written as elements stand under the entry of a table that shows them, by itself or through another component', () => {
  const route = (path: string, shows: string) => `jsx(R,{path:"${path}",element:jsx(${shows},{})})`;
  const said = say({
    'app.js': `
      const A=lazy(()=>import("./admin.js")),U=()=>jsx("h1",{children:"You"}),T=()=>jsxs(Rs,{children:[${route('tokens', 'U')}]});
      const P=()=>jsx("main",{children:jsx(T,{})});
      const routes=[{path:"/",title:"Home",component:U},{path:"/profile/*",title:"Profile",component:P},{path:"/admin/*",title:"Admin",component:A},
        {path:"/crates/:crateId/*",title:"Crate",component:lazy(()=>import("./crate.js"))}];`,
    'crate.js': `
      const U=()=>jsx("h1",{children:"Lids"}),W=memo(()=>jsxs(Rs,{children:[${route('lids', 'U')}]}));
      const C=()=>jsx("main",{children:jsx(W,{})});export{C as default};`,
    'admin.js': `
      const U=()=>jsx("h1",{children:"Users"}),G=()=>jsxs(Rs,{children:[${route(':id/edit', 'U')}]});
      const Q=()=>jsxs(Rs,{children:[${route('history', 'U')}]}),O=()=>jsx("main",{children:jsx(Q,{})});
      const X=()=>jsxs(Rs,{children:[${route('users', 'U')},${route('groups/*', 'G')},${route('roles/*', 'O')}]});export{X as default};`,
  });
  expect(keysOf(said, 'screen').toSorted()).toEqual([
    'screen /',
    'screen /admin',
    'screen /admin/groups',
    'screen /admin/groups/{}/edit',
    'screen /admin/roles',
    'screen /admin/roles/history',
    'screen /admin/users',
    'screen /crates/{}',
    'screen /crates/{}/lids',
    'screen /profile',
    'screen /profile/tokens',
  ]);
});

test('a base that a server tells makes no second address of a call, and the title of a picture no product', () => {
  const said = say(`
    const at=e=>b?"/"+b+"/"+e:"/"+e,ask=e=>fetch(at(e));ask("api/crates");ask("api/crates/"+n+"/lids&size="+s);const all=u=>ask(u);all(x.y);
    const I=e=>createElement("svg",e,createElement("title",null,"This is a new feature"));`);
  expect(keysOf(said, 'call')).toEqual(['call GET /api/crates', 'call GET /api/crates/{}/lids']);
  expect(said.find(({ kind }) => kind === 'purpose')?.text ?? '').not.toContain('new feature');
  const titled = say(
    'document.title="Desk";f=()=>{document.title="Desk - Sign in"};g=()=>{document.title="Desk - Orders"}',
  );
  expect(titled.find(({ kind }) => kind === 'purpose')?.text).toBe('Desk.');
});

test('an operation is of what it names, its input holds the fields, and the forms of many components are not one', () => {
  const component = (name: string, field: string) =>
    `class ${name}{constructor(){this.detailForm=b.group({${field}:["",[V.required]]})}}`;
  const said = say(`
    const g=new GraphQLClient("/api/graphql"),C="mutation CreateCrate($input: CrateInput!) { createCrate(input: $input) { id } }";
    const D="query CrateDetailQuery { crate { id } }",L="mutation LogOut { logout }";
    const make=t=>g.request(C,{input:{title:t,weight:4}}),one=()=>g.request(D),out=()=>g.request(L);
    ${component('K', 'token')}${component('M', 'zone')}`);
  expect(keysOf(said, 'entity', 'field').toSorted()).toEqual([
    'entity crate',
    'field crate id',
    'field crate title',
    'field crate weight',
  ]);
  expect(keysOf(said, 'rule')).toEqual([]);
  expect(keysOf(say(component('K', 'token').replace('detailForm', 'crateForm')), 'rule')).toEqual([
    'rule form crate token required',
  ]);
});

test('of what kind a question is, is no error, whatever is said of it; of what kind an error is, is one', () => {
  const codes = (code: string) => say(code).flatMap((one) => (one.kind === 'error' ? [one.code] : []));
  const told = `case 'MULTIPLE_CHOICE':return say('Choose all that fit here.');case 'NO_ANSWER':return say('This one takes no answer.');
    case 'FREE_TEXT':return say('Write a few words here.');`;
  expect(codes(`const hint=(q)=>{switch(q.kind){${told}}}`)).toEqual([]);
  expect(codes(`const hint=(q)=>{switch(q.type){${told}}}`)).toEqual([]);
  expect(codes(`save().catch((error)=>{switch(error.kind){${told}}})`)).toHaveLength(3);
});
