import type { Statement } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { say } from './testing/own-code.ts';

const rules = (statements: Statement[]) =>
  statements
    .flatMap((one) => (one.kind === 'rule' ? [`${one.field} ${one.rule} ${one.value ?? ''}`.trim()] : []))
    .toSorted();
const access = (statements: Statement[]) =>
  statements
    .flatMap((one) =>
      one.kind === 'permission' ? [`${one.role} ${one.allowed ? 'may' : 'may not'} ${one.action}`] : [],
    )
    .toSorted();
const calls = (statements: Statement[]) =>
  statements.flatMap((one) => (one.kind === 'call' ? [`${one.method} ${one.path}`] : [])).toSorted();

test('TypeBox is told its rules as JSON Schema is, by the names of its types or by what makes them', () => {
  const named = say(`
    const ticketSchema=T.Object({holder:T.String({minLength:2,maxLength:60}),email:T.String({format:"email"}),
      guests:T.Integer({minimum:1,maximum:8}),note:T.Optional(T.String({maxLength:200}))});`);
  const minified = say(`
    function s(e){return c({...e,[K]:"String",type:"string"})}function i(e){return c({...e,[K]:"Integer",type:"integer"})}
    const ticketSchema=o({holder:s({minLength:2,maxLength:60}),email:s({format:"email"})});`);
  expect(rules(named)).toEqual([
    'email format email',
    'guests maximum 8',
    'guests minimum 1',
    'holder maxLength 60',
    'holder minLength 2',
    'note maxLength 200',
  ]);
  expect(rules(minified)).toEqual(['email format email', 'holder maxLength 60', 'holder minLength 2']);
});

test('what yup asks for only when another field says so is required in that case', () => {
  const said = say(`
    const loanSchema=y.object({kind:y.string().oneOf(["gift","loan"]).required(),
      until:y.string().max(20).when("kind",{is:"loan",then:e=>e.required("Say until when"),otherwise:e=>e.notRequired()}),
      note:y.string().when("kind",{is:"gift",then:e=>e.max(40)})});`);
  expect(rules(said)).toEqual(['kind enum gift,loan', 'kind required', 'until maxLength 20', 'until requiredIf kind']);
});

test('flags of a product’s own inputs are those of the input that they hand them to', () => {
  const said = say(`
    function F({name:e,...t}){return jsx("input",{name:e,...t})}
    function B(){return jsxs("form",{id:"booking",children:[jsx(F,{name:"holder",required:!0,minLength:3}),
      jsx(F,{name:"guests",type:"number",min:1,max:12}),jsx(F,{name:"code",pattern:"[A-Z]{3}"}),jsx(G,{name:"plain",min:4})]})}`);
  expect(rules(said)).toEqual([
    'code pattern [A-Z]{3}',
    'guests maximum 12',
    'guests minimum 1',
    'holder minLength 3',
    'holder required',
  ]);
});

test('a base that an interceptor sets stands before every path; one that differs by what is asked does not', () => {
  const client = (set: string) => `
    const h=axios.create({timeout:9e3});h.interceptors.request.use(e=>{${set};return e});
    const list=()=>h.get("/exhibits"),sell=e=>h.post("/tickets",{holder:e});`;
  expect(calls(say(client('e.baseURL="/api/v3"')))).toEqual(['GET /api/v3/exhibits', 'POST /api/v3/tickets']);
  expect(calls(say(client('e.url="/api/v3"+e.url')))).toEqual(['GET /api/v3/exhibits', 'POST /api/v3/tickets']);
  expect(calls(say(client('e.baseURL=e.old?"/v1":"/v2"')))).toEqual(['GET /exhibits', 'POST /tickets']);
});

test('CASL and accesscontrol say who may do what', () => {
  const casl = say(`
    function define(e,t){const n=new Builder(Make),r=e(n.can,n.cannot);return n.build(t)}
    function abilityFor(e){return define((t,n)=>{if(e.role==="curator"){t("manage","Exhibit");t(["create","update"],"Loan")}
      if(e.role==="guard"){t("read","Exhibit");n("delete","Exhibit")}})}`);
  expect(access(casl)).toEqual([
    'curator may create loan',
    'curator may manage exhibit',
    'curator may update loan',
    'guard may not delete exhibit',
    'guard may read exhibit',
  ]);
  const granted = say(`
    const a=new Access;a.grant("visitor").readAny("exhibit").createOwn("ticket").grant("curator").extend("visitor").updateAny("exhibit");
    a.deny("visitor").deleteAny("ticket");`);
  expect(access(granted)).toEqual([
    'curator may create own ticket',
    'curator may read exhibit',
    'curator may update exhibit',
    'visitor may create own ticket',
    'visitor may not delete ticket',
    'visitor may read exhibit',
  ]);
});
