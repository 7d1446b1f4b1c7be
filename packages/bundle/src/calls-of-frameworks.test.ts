import { expect, test } from 'vitest';
import { callsOf, keysOf, say } from './testing/own-code.ts';

test('what a framework hands the loader of a page to ask with asks, and a word that is done to a thing is told', () => {
  const said = say({
    'nodes/1.js': `const a=async({params:e,fetch:t})=>{const n=await t(\`/api/crossings/\${e.crossing}\`);return{crossing:await n.json()}};
      export{a as load}`,
    'nodes/2.js': `function w(p){async function d(step){await fetch(\`/api/crossings/\${p.data.crossing.id}/\${step}\`,{method:"POST"})}
      return[()=>d("board"),()=>d("depart")]}export{w as component}`,
  });
  expect(callsOf(said)).toEqual([
    'GET /api/crossings/{crossing}',
    'POST /api/crossings/{crossingId}/board',
    'POST /api/crossings/{crossingId}/depart',
  ]);
});

test('a proxy that is made of a client of tRPC calls its procedures, with what the change is handed where it is made', () => {
  const said = say({
    'a.js': `const d=create({links:[batch({url:"/api/trpc"})]}),y=proxy({client:d,queryClient:q});
      function proxy(o){return recursive(({args:e,path:r})=>r.join(".")+e)}
      function Book(){const m=useMutation(y.visits.book.mutationOptions({onSuccess:()=>go("/visits")}));
        const{data}=useQuery(y.owners.list.queryOptions({search:"a"}));return()=>m.mutate({animalId:4,startsAt:at()})}`,
  });
  expect(callsOf(said)).toEqual([
    'GET /api/trpc/owners.list',
    'GET /api/trpc/owners.list?search',
    'POST /api/trpc/visits.book',
    'POST /api/trpc/visits.book animalId',
    'POST /api/trpc/visits.book startsAt',
  ]);
});

test('fetchers of Nuxt are known by the key behind what they are given, whatever they are called', () => {
  const said = say({
    'a.js': `import{q,u}from"./b.js";const r=u();
      const a=q("/api/summary","$pfSf4LyQUM"),b=q(()=>\`/api/parcels/\${r.params.id}\`,"$GvOtX19wVW");
      const c=q("/api/donations",{query:{category:_,page:d}},"$_owAMeBLr0");
      async function e(){await $fetch("/api/session",{method:"DELETE"});await $fetch("/api/session")}`,
    'b.js': 'export function u(){return n()}',
  });
  expect(callsOf(said)).toEqual([
    'DELETE /api/session',
    'GET /api/donations',
    'GET /api/donations?category',
    'GET /api/donations?page',
    'GET /api/parcels/{parcelId}',
    'GET /api/session',
    'GET /api/summary',
  ]);
});

test('a client is known by the base that it was told: one that is called itself, and one of a typed API', () => {
  const said = say({
    'a.js': `import{lib,make}from"clients";const api=lib(base).create({baseURL:"/api/v1"}),typed=make({baseUrl:"/api"});
      const list=(f)=>api("/repairs",{query:{stage:f.stage,mine:f.mine}}),today=()=>api("/today");
      const add=(b,f)=>api("/repairs",{method:"POST",body:{bike:b,fault:f}});
      const drop=(plotId,id)=>typed.DELETE("/plots/{plotId}/harvests/{harvestId}",{params:{path:{plotId,harvestId:id}}});
      const plots=(s)=>typed.GET("/plots",{params:{query:{free:s,page:1}}});
      const put=(n)=>typed.POST("/plots",{body:{number:n}});`,
  });
  expect(callsOf(said)).toEqual([
    'DELETE /api/plots/{plotId}/harvests/{harvestId}',
    'GET /api/plots',
    'GET /api/plots?free',
    'GET /api/plots?page',
    'GET /api/v1/repairs',
    'GET /api/v1/repairs?mine',
    'GET /api/v1/repairs?stage',
    'GET /api/v1/today',
    'POST /api/plots',
    'POST /api/plots number',
    'POST /api/v1/repairs',
    'POST /api/v1/repairs bike',
    'POST /api/v1/repairs fault',
  ]);
});

/** As Vite 8 writes the product's part of a small application of RTK Query 2, wretch 3, Apollo 4 and urql 5. */
const clients: { of: string; code: Record<string, string>; asks: string[] }[] = [
  {
    of: 'endpoints of RTK Query go where their base says, also through what signs in again, and where they are added',
    code: {
      'a.js': `import{fq,create}from"lib";const b=fq({baseUrl:"/api/v2",prepareHeaders:e=>e}),again=async(e,t,n)=>{let r=await b(e,t,n);return r};
        export const api=create({reducerPath:"ropes",baseQuery:again,endpoints:e=>({
          list:e.query({query:({material:e,page:t})=>({url:"/ropes",params:{material:e,page:t}})}),one:e.query({query:e=>\`ropes/\${e}\`}),
          splice:e.mutation({query:({id:e,...t})=>({url:\`/ropes/\${e}/splices\`,method:"POST",body:t})}),
          rename:e.mutation({query:e=>({url:\`/ropes/\${e.id}\`,method:"PATCH",body:{name:e.name}})}),
          own:e.query({queryFn:async()=>({data:1})})})});`,
      'b.js':
        'import{api}from"./a.js";api.injectEndpoints({endpoints:e=>({crew:e.query({query:()=>"crew?shift=early"})})})',
      'c.js': 'import{api}from"./a.js";const{useSpliceMutation:n}=api;export{n as r}',
      'd.js': 'import{r as o}from"./c.js";function F(){const[e]=o();return e({id:4,knot:"eye",metres:2})}',
    },
    asks: [
      'GET /api/v2/crew',
      'GET /api/v2/crew?shift',
      'GET /api/v2/ropes',
      'GET /api/v2/ropes/{ropeId}',
      'GET /api/v2/ropes?material',
      'GET /api/v2/ropes?page',
      'PATCH /api/v2/ropes/{ropeId}',
      'PATCH /api/v2/ropes/{ropeId} name',
      'POST /api/v2/ropes/{ropeId}/splices',
      'POST /api/v2/ropes/{ropeId}/splices knot',
      'POST /api/v2/ropes/{ropeId}/splices metres',
    ],
  },
  {
    of: 'endpoints whose base nobody knows are left out',
    code: {
      'a.js':
        'import{fq,create}from"lib";create({baseQuery:fq({baseUrl:window.base}),endpoints:e=>({list:e.query({query:()=>"/ropes"})})})',
    },
    asks: [],
  },
  {
    of: 'what Angular asks for again by itself, and names that are put into a query one by one',
    code: {
      'a.js': `class e{one=H(()=>\`/api/kilns/\${this.id()}\`);link=C(()=>"/kilns/new");all=H(()=>({url:"/api/kilns",params:{fuel:this.fuel()}}));
        again(){this.one.reload();return this.all.value()}list(s,n){let p=new URLSearchParams;p.set("page",n);if(s)p.append("status",s);return fetch("/api/firings?"+p)}}`,
    },
    asks: [
      'GET /api/firings',
      'GET /api/firings?page',
      'GET /api/firings?status',
      'GET /api/kilns',
      'GET /api/kilns/{kilnId}',
      'GET /api/kilns?fuel',
    ],
  },
  {
    of: 'names that are put into an address one by one are asked for, also those that only callers know; a name of one word is no host',
    code: {
      'a.js': `async function r(m,p,q){const u=new URL("/rest"+p,location.origin);for(const[k,v]of Object.entries(q??{}))v!==void 0&&u.searchParams.set(k,v);return fetch(u,{method:m})}
        const rest={get:(p,q)=>r("GET",p,q)};const hives=(apiary,after)=>rest.get("/hives",{apiary,limit:15,after});
        const act=n=>fetch("https://action/temper",{method:"DELETE"});`,
    },
    asks: ['GET /rest/hives', 'GET /rest/hives?after', 'GET /rest/hives?apiary', 'GET /rest/hives?limit'],
  },
  {
    of: 'a client that is told step by step goes where it was told first',
    code: {
      'a.js': `import{w,q}from"lib";export const s=w("/api/stock").addon(q).options({credentials:"include"});
        const bare=()=>w("/api/weather").get().json();`,
      'b.js': `import{s}from"./a.js";const look=e=>s.url(\`/ropes/\${e}\`).query({colour:"red"}).get().json();
        const take=e=>s.url(\`/ropes/\${e}/take\`).post({metres:3}).res(),count=()=>s.put({all:!0},"/count").res();
        const texts=t.get("greeting"),kept=cache.url(u).get();`,
    },
    asks: [
      'GET /api/stock/ropes/{ropeId}',
      'GET /api/stock/ropes/{ropeId}?colour',
      'GET /api/weather',
      'POST /api/stock/ropes/{ropeId}/take',
      'POST /api/stock/ropes/{ropeId}/take metres',
      'PUT /api/stock/count',
      'PUT /api/stock/count all',
    ],
  },
  {
    of: 'of two addresses for documents, each goes to the one in its own script',
    code: {
      'a.js':
        'const c=new Apollo({link:new Link({uri:"/graphql"})});export const H=gql`mutation Hire($name: String!) { hire(name: $name) { id } }`;',
      'b.js':
        'const u=new Client({url:"/walk/graphql"}),y=gql`query Yarns($first: Int!) { yarns(first: $first) { id } }`;',
      'c.js': 'const z=gql`query Nobody($knows: Int!) { where(it: $knows) { goes } }`;',
    },
    asks: [
      'POST /graphql#Hire',
      'POST /graphql#Hire variables.name',
      'POST /walk/graphql#Yarns',
      'POST /walk/graphql#Yarns variables.first',
    ],
  },
  {
    of: 'what the window is known to hold begins an address; of two texts nobody knows which',
    code: {
      'a.js':
        'window.serverRoutesPrefix="/skServer";window.base="/a";const restart=()=>fetch(window.serverRoutesPrefix+"/restart",{method:"PUT"});',
      'b.js': 'window.base="/b";const list=()=>fetch(window.base+"/logfiles");',
    },
    asks: ['GET /logfiles', 'PUT /skServer/restart'],
  },
];

for (const { of, code, asks } of clients) test(of, () => expect(callsOf(say(code))).toEqual(asks));

test('a mutation is run where it was made, by what is handed to it; what was taken out of it is not sent', () => {
  const said = say({
    'hooks.js': `export function useStep(id){return m({mutationFn:({step:s,note:n})=>api.post(\`/claims/\${id}/\${s}\`,n?{note:n}:void 0)})}
      const api=axios.create({baseURL:"/v1"});
      export function useSave(){return m({mutationFn:({code:c,...rest})=>api.put(\`/depots/\${c}\`,rest)})}`,
    'page.js': `import{useStep,useSave}from"./hooks.js";const S=z.object({code:z.string().min(2),name:z.string().max(40)});
      function Page(p){const a=useStep(p.id),{mutate:b}=useStep(p.id);return[()=>a.mutate({step:"submit"}),()=>b({step:"reject",note:x})]}
      function Depot(){const s=useSave(),f=useForm({resolver:r(S)});return jsx("form",{onSubmit:f.handleSubmit(v=>s.mutate(v))})}`,
  });
  expect(callsOf(said)).toEqual([
    'POST /v1/claims/{claimId}/reject',
    'POST /v1/claims/{claimId}/reject note',
    'POST /v1/claims/{claimId}/submit',
    'PUT /v1/depots/{code}',
    'PUT /v1/depots/{code} name',
  ]);
});

test('what a store of NgRx is told leads to what handles it, and to no method that has its name by chance', () => {
  const said = say({
    'a.js': `const A=group({source:"Auth",events:{Login:props(),"Login Success":props()}}),O=action("[Orders] Place",props());
      class Api{http=i(Http);login(user,password){return this.http.post("/api/login",{user,password})}
        place(lines){return this.http.post("/api/orders",{lines})}}
      const e=eff((x$=i(Actions),api=new Api)=>x$.pipe(t(A.login),w(({user,password})=>api.login(user,password).pipe(m(()=>A.loginSuccess())))));
      const f=eff((x$=i(Actions),api=new Api)=>x$.pipe(t(O),w(({lines})=>api.place(lines))));
      class Login{form=b.group({user:["",V.required],password:["",[V.required,V.minLength(8)]]});
        submit(){s.dispatch(A.login(this.form.getRawValue()))}}
      class Basket{add(){s.dispatch(O({lines:[{sku:"a",pieces:1}]}))}}`,
  });
  expect(callsOf(said)).toEqual([
    'POST /api/login',
    'POST /api/login password',
    'POST /api/login user',
    'POST /api/orders',
    'POST /api/orders lines',
  ]);
  expect(keysOf(said, 'rule')).toContain('rule POST /api/login password minLength');
});
