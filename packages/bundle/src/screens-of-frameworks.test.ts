import { expect, test } from 'vitest';
import { keysOf, say, screensOf } from './testing/own-code.ts';

test('a dictionary of SvelteKit tells the screens, and the scripts that it counts what they are called', () => {
  const said = say({
    'entry/app.js': `var I=[()=>P(()=>import("../nodes/0.js"),[]),()=>P(()=>import("../nodes/1.js"),[]),()=>P(()=>import("../nodes/2.js"),[])],
      R={"/":[1],"/(staff)/stock/[sku=sku]":[2,[0]],"/[[lang]]/about":[-2]};export{R as dictionary,I as nodes}`,
    'nodes/0.js': 'function l(e){f(e)}export{l as component}',
    'nodes/1.js':
      'import{d}from"../chunks/x.js";function p(e){h("1a",e=>{o(()=>{d.title=`Today`})})}export{p as component}',
    'nodes/2.js': 'function p(e){document.title="One part"}export{p as component}',
    'chunks/x.js': 'const d=document;export{d}',
  });
  expect(screensOf(said)).toEqual(['/ Today', '/about Today', '/stock/{stockId} One part']);
});

test('routes of Solid stand in each other, and what asks of a list of permissions names no role', () => {
  const said = say({
    'a.js': `import{c,Route,Router,Show}from"solid";const may=(w)=>me.data?.permissions.includes(w)??false;
      render(()=>c(Router,{get children(){return[c(Route,{path:"/",component:Home}),
        c(Route,{path:"/walks/:walkId",get children(){return[c(Route,{path:"/",component:Walk}),c(Route,{path:"/book",component:Book})]}})]}}));
      function Walk(){return c(Show,{get when(){return may("walk:plan")},get children(){return x()}})}`,
  });
  expect(screensOf(said)).toEqual(['/ ', '/walks/{walkId} ', '/walks/{walkId}/book ']);
  expect(said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.action}`] : []))).toEqual([
    '* walk:plan',
  ]);
});

test('what preact-router loads for a path is a screen', () =>
  expect(
    screensOf(
      say(
        'render(jsx(Router,null,jsx(R.default,{path:"/projects/:slug",loading:()=>jsx(L,null),getComponent:()=>x()})))',
      ),
    ),
  ).toEqual(['/projects/{projectId} ']));

test('pages of React Router are titled by what their modules say', () => {
  const said = say({
    'assets/manifest.js':
      'window.__m={routes:{root:{id:"root",path:"",module:"/assets/root.js"},"routes/plots":{id:"routes/plots",parentId:"root",path:"plots",module:"/assets/plots.js"}}};',
    'assets/plots.js': 'const m=()=>[{title:"Plots"},{name:"description",content:"All of them"}];export{m as meta}',
  });
  expect(screensOf(said)).toEqual(['/plots Plots']);
});

test('what a route loads shows its component and turns people away, by what its loader was made of', () => {
  const said = say({
    'main.js':
      'const leads=e=>e.role==="guide"||e.role==="coordinator";createRouter([{path:"/",lazy:()=>import("./walks.js")},{path:"/tours",lazy:()=>P(()=>import("./tours.js"),[1])},{path:"/office",loader:async()=>{if((await me()).role!=="coordinator")throw go("/")},children:[{path:"new",lazy:()=>import("./walks.js")}]}])',
    'walks.js':
      'function m(){return j("main",{children:[j("svg",{children:j("title",{children:"A lamp"})}),j("title",{children:"Walks tonight"})]})}export{m as Component}',
    'tours.js':
      'const only=(...e)=>async()=>{const n=await me();if(!n)throw go("/login");if(!e.includes(n.role))throw go("/");return n};var f=only("guide","coordinator");function m(){return j("title",{children:"Tours"})}export{m as Component,f as loader}',
  });
  expect(screensOf(said)).toEqual(['/ Walks tonight', '/office/new Walks tonight', '/tours Tours']);
  const access = said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.route} ${one.allowed}`] : []));
  expect(access.filter((one) => one.endsWith('true')).toSorted()).toEqual([
    'coordinator /office/new true',
    'coordinator /tours true',
    'guide /tours true',
  ]);
});

test('what the titles of screens share is what the product is called, and where they share nothing it has no name', () => {
  const titled = (titles: string[]) =>
    say(
      `${titles.map((title) => `()=>{document.title="${title}"}`).join(';')};fetch("/api/hives");fetch("/api/keepers")`,
    ).flatMap((one) => (one.kind === 'purpose' ? [one.product] : []));
  expect(titled(['Hives · Hive Log', 'Hive · Hive Log', 'Set up a hive · Hive Log'])).toEqual(['Hive Log']);
  expect(titled(['Tours you lead', 'New walk', 'Your bookings'])).toEqual(['']);
});

test('a file of TanStack Router tells its title and whom it lets in; frames, and what only sends on, are no screens', () => {
  const said = say({
    'a.js': `const R=mk("/")({beforeLoad:()=>{throw to({to:"/claims"})}}),L=mk("/_in")({beforeLoad:g,component:Shell}),
      C=mk("/_in/claims/$claimId_/edit")({head:()=>({meta:[{title:"Edit a claim"}]}),component:l(()=>import("./edit.js"))}),
      P=mk("/_in/payouts")({beforeLoad:({context:c})=>{if(!c.auth.hasRole("payer","auditor"))throw to({to:"/claims"})},component:Pay});
      const t={a:R.update({id:"/",path:"/",getParentRoute:()=>r}),b:L.update({id:"/_in",getParentRoute:()=>r}),
      c:C.update({id:"/claims/$claimId_/edit",path:"/claims/$claimId/edit",getParentRoute:()=>b}),
      d:P.update({id:"/payouts",path:"/payouts",getParentRoute:()=>b})};`,
    'edit.js': 'function E(){return null}export{E as component}',
  });
  expect(screensOf(said)).toEqual(['/claims/{claimId}/edit Edit a claim', '/payouts ']);
  expect(keysOf(said, 'permission').toSorted()).toEqual([
    'permission auditor route /payouts',
    'permission payer route /payouts',
  ]);
});

test('a router that asks for one part of the address after the other shows its screens, and whom it lets in', () => {
  const said = say(`
    const ranks = ['viewer', 'editor', 'admin'];
    const atLeast = (role) => ranks.indexOf(state.person.role) >= ranks.indexOf(role);
    function people() { document.title = 'People'; }
    function funds() { document.title = 'Open funds'; }
    function fund(id) { load(id); }
    function form(id) { document.title = id ? 'Change it' : 'New fund'; }
    function go(to) { history.pushState(null, '', to); show(); }
    function show() {
      const [head, id, tail] = location.pathname.split('/').filter(Boolean);
      if (!state.person && head !== 'sign-in') return go('/sign-in');
      switch (head) {
        case undefined: return funds();
        case 'people': return atLeast('admin') ? people() : go('/');
        case 'funds':
          if (id === 'new') return form();
          return tail === 'edit' ? form(id) : fund(id);
        default: return lost();
      }
    }
  `);
  expect(screensOf(said)).toEqual([
    '/ Open funds',
    '/funds/new ',
    '/funds/{fundId} ',
    '/funds/{fundId}/edit ',
    '/people People',
  ]);
  expect(said.flatMap((one) => (one.kind === 'permission' && one.allowed ? [one.key] : []))).toEqual([
    'permission admin route /people',
  ]);
});

test('an address that a component holds, one behind #, and a table of pages by address show screens', () => {
  const shown = (code: string) => screensOf(say(code));
  expect(
    shown(`const [p,setP]=useState(()=>location.pathname);
      const App=()=>p==='/hives'?jsx(Hives,{}):p==='/yards'?jsx(Yards,{}):null`),
  ).toEqual(['/hives ', '/yards ']);
  expect(
    shown(`const pages={'/':Home,'/hives':Hives,'/yards':Yards},at=ref(location.hash);
      const shown=computed(()=>pages[at.value.slice(1)||'/']||None)`),
  ).toEqual(['/hives ', '/yards ']);
  expect(
    shown(`switch(location.hash){case '#/hives':hives();break;case '#/yards':yards();break;case '#top':up()}`),
  ).toEqual(['/hives ', '/yards ']);
  const moved = `const moved={'/old':'/hives','/older':'/yards'};const to=moved[location.pathname];to&&location.replace(to)`;
  expect(shown(moved)).toEqual([]);
});

test('a question about parts of one address is no router', () => {
  const said = say(`
    function ask() {
      const [, head] = location.pathname.split('/');
      if (head === 'orders') return beat();
      return rest();
    }
    function beat() { count(); }
    function rest() { count(); }
  `);
  expect(screensOf(said)).toEqual([]);
});

test('who may open what stands under a route of Vue Router is told with that route', () => {
  const said = say(`
    const routes = [
      {path: '/desk', meta: {roles: ['desk', 'purser']}, children: [
        {path: '', component: Desk},
        {path: 'manifest', component: Manifest, meta: {roles: ['purser']}},
      ]},
    ];
    const isStaff = session.role === 'desk' || session.role === 'purser' || session.role === 'passenger';
  `);
  expect(said.flatMap((one) => (one.kind === 'permission' && one.allowed ? [one.key] : []))).toEqual([
    'permission desk route /desk',
    'permission purser route /desk',
    'permission purser route /desk/manifest',
  ]);
});
