import type { Statement } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { rulesOf, say } from './testing/own-code.ts';

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

/** As esbuild 0.28 and Vite 8 write the product's part of small applications of each library. */
const schemas: { of: string; code: string; asks: string[] }[] = [
  {
    of: 'what is more than 0 of whole numbers is 1, and of others no number',
    code: `const loanSchema=z.object({days:z.number().int().positive().max(28),fine:z.number().positive(),weight:z.number().gt(2).lt(20),note:z.string().max(9)});
      const visitSchema=st.object({guests:st.min(st.integer(),1),price:st.min(st.number(),0,{exclusive:!0})});
      const orderSchema=type({price:"number > 0",seats:"number.integer > 0",name:"2 <= string < 40"});`,
    asks: [
      'days maximum 28',
      'days minimum 1',
      'fine minimum',
      'guests minimum 1',
      'name maxLength 39',
      'name minLength 2',
      'name required',
      'note maxLength 9',
      'price minimum',
      'price minimum',
      'price required',
      'seats minimum 1',
      'seats required',
      'weight maximum',
      'weight minimum',
    ],
  },
  {
    of: 'types that are texts hold others, lists, patterns and types told step by step; options are none',
    code: `const orderSchema=type({email:"string.email",ship:{town:"string > 0","zip?":/^\\d{5}$/},tags:"string[] <= 8",name:type("string").atLeastLength(2).atMostLength(40),kind:kindSchema});
      open({mode:"string > 1",with:()=>1,of:{a:2}});show({text:"number",size:4});`,
    asks: [
      'email format email',
      'email required',
      'kind required',
      'name maxLength 40',
      'name minLength 2',
      'name required',
      'ship.town minLength 1',
      'ship.town required',
      'ship.zip pattern ^\\d{5}$',
      'tags maxItems 8',
      'tags required',
    ],
  },
  {
    of: 'a check by hand tells a least number of lengths alone',
    code: 'function F(){const c=f=>{const e={};if(f.price<=0)e.price="The price must be more than nothing";if(f.name.length<=2)e.name="At least three letters";return e};return jsx("form",{id:"sale",onSubmit:c})}',
    asks: ['name minLength 3', 'price minimum'],
  },
  {
    of: 'lists have so many items',
    code: 'const loanSchema=z.object({copies:z.array(z.string()).min(1).max(3),reader:z.string().max(80)}),talkSchema=v.object({tags:v.pipe(v.array(v.string()),v.maxLength(5)),price:v.pipe(v.number(),v.gtValue(0))});',
    asks: ['copies maxItems 3', 'copies minItems 1', 'price minimum', 'reader maxLength 80', 'tags maxItems 5'],
  },
  {
    of: 'a schema that a field of another one holds stands under it',
    code: `const a=v.object({zip:v.pipe(v.string(),v.maxLength(5)),town:v.pipe(v.string(),v.minLength(2))}),
      l=v.object({no:v.pipe(v.string(),v.maxLength(9))});
      const orderSchema=v.object({bill:a,ship:v.optional(a),lines:v.array(l),name:v.pipe(v.string(),v.maxLength(60))});`,
    asks: [
      'bill.town minLength 2',
      'bill.zip maxLength 5',
      'lines[].no maxLength 9',
      'name maxLength 60',
      'ship.town minLength 2',
      'ship.zip maxLength 5',
    ],
  },
  {
    of: 'controls within a group of controls stand under it',
    code: `class B{bookForm=this.fb.group({skipper:["",[V.required]],address:this.fb.group({zip:["",[V.pattern("[0-9]{5}")]]}),
      crew:this.fb.array([this.fb.group({name:["",[V.required,V.maxLength(40)]]})])})}`,
    asks: ['address.zip pattern [0-9]{5}', 'crew[].name maxLength 40', 'crew[].name required', 'skipper required'],
  },
];

for (const { of, code, asks } of schemas) test(of, () => expect(rules(say(code))).toEqual(asks));

test('messages of joi are those of its rules, and no errors', () => {
  const said = say(
    'const seatSchema=J.object({name:J.string().min(3).required().messages({"string.min":"Names have three letters at least","any.required":"Give a name"})});',
  );
  expect(said.flatMap((one) => (one.kind === 'rule' ? [`${one.rule} ${one.message}`] : []))).toEqual([
    'minLength Names have three letters at least',
    'required Give a name',
  ]);
  expect(said.filter(({ kind }) => kind === 'error')).toEqual([]);
});

test('a form of Formik without a name is not the form that stands beside it', () => {
  const said = say(`const s=Y.object({name:Y.string().max(50).required("A name is needed")});
    function P(){const p=()=>fetch("/api/messages",{method:"POST",body:JSON.stringify(v)});
      return jsxs("main",{children:[jsx(Formik,{validationSchema:s,onSubmit:async v=>{await fetch("/api/messages",{method:"POST",body:JSON.stringify(v)})}}),jsx("form",{id:"callback",children:jsx("input",{name:"phone",maxLength:15})})]})}`);
  expect(
    said.flatMap((one) => (one.kind === 'rule' ? [`${one.form}: ${one.field} ${one.rule}`] : [])).toSorted(),
  ).toEqual(['callback: phone maxLength', 'message: name maxLength', 'message: name required']);
});

/** As @angular/build 22 writes components: `@if`, `*ngIf`, and a name for an element of a form that its template makes. */
test('templates of Angular say what is told for the rule that they ask for', () => {
  const said =
    say(`function H(p,o){p&1&&(I(0,"small"),t(1,"A fee is needed here"),c())}function J(p,o){p&1&&(I(0,"small"),t(1,"No fee is above 900"),c())}
    function K(p,o){p&1&&(I(0,"small"),t(1,"Something is wrong here"),c())}function A(p,o){p&1&&(I(0,"mat-error"),t(1,"Two letters and digits"),c())}
    function B(p,o){if(p&1&&(I(0,"b"),t(1,"No fewer than that"),t(2),c()),p&2){let s=x();a(2),u(s.least)}}function M(p,o){p&1&&(I(0,"p"),t(1,"A boat needs a name"),c())}
    class e{form=new G({cents:new C(1e3,[V.required,V.min(100),V.max(900)]),sail:new C("",[V.pattern(/^[A-Z]{2}/),V.required])});
      static ɵcmp=def({type:e,selectors:[["hb-fees"]],consts:[["n","ngModel"],["name","boat","required","","minlength","2",3,"ngModel"]],template:function(p,o){
        if(p&1&&(I(0,"p"),t(1),c(),I(2,"input",1,0),c(),w(4,H,2,0,"small")(5,J,2,0,"small")(6,K,2,0,"small"),k(7,A,2,0,"mat-error"),k(8,B,3,1),k(9,M,2,0,"p")),p&2){let n=r(3);
          a(),u(o.problem),a(3),y("ngIf",o.cents.touched&&o.cents.errors?.required),a(),y("ngIf",o.form.controls.cents.hasError("max")&&!o.cents.hasError("required")),a(),y("ngIf",o.cents.invalid||o.cents.hasError("min")),
          a(),z(o.form.get("sail")?.hasError("pattern")?7:-1),a(),z(o.form.get("cents").hasError("min")?8:-1),a(),z(n.errors?.required?9:-1)}}})}`);
  expect(
    said.flatMap((one) => (one.kind === 'rule' ? [`${one.field} ${one.rule}: ${one.message}`] : [])).toSorted(),
  ).toEqual([
    'boat minLength: null',
    'boat required: A boat needs a name',
    'cents maximum: No fee is above 900',
    'cents minimum: null',
    'cents required: A fee is needed here',
    'sail pattern: Two letters and digits',
    'sail required: null',
  ]);
});

/** As @angular/build 22 writes forms of signals: of what a rule is called, only the error that it makes is left. */
test('forms of signals in Angular say their rules, and a control of its own is the form of what reads it', () => {
  const said =
    say(`class E{message}class R extends E{kind="required"}class M extends E{kind="max";constructor(e){super();this.max=e}}class P extends E{kind="pattern"}
    function mr(e){return new R(e)}function mm(r,e){return new M(r,e)}function q(r,e){U(r,n=>mr({message:e?.message}))}function x(r,e,t){U(r,n=>mm(e,{}))}function w(r,e,t){U(r,n=>new P(e))}
    class c{model=s({kiln:"",cone:"",pieces:20});plan=f(this.model,e=>{q(e.kiln,{message:"Pick a kiln"}),w(e.cone,/^0?\\d{1,2}$/,{message:"Cones are written 04 or 6"}),x(e.pieces,80),log(e.pieces)});
      reason=new C("",{validators:[V.required,V.minLength(12)]});
      async send(){await sub(this.plan,()=>fetch("/api/firings",{method:"POST",body:JSON.stringify(this.model())}))}
      abort(e){if(this.reason.valid)fetch(\`/api/firings/\${e}/abort\`,{method:"POST",body:JSON.stringify({reason:this.reason.value})})}}`);
  expect(
    said
      .flatMap((one) =>
        one.kind === 'rule' ? [`${one.call?.path} ${one.field} ${one.rule} ${one.value}: ${one.message}`] : [],
      )
      .toSorted(),
  ).toEqual([
    '/api/firings cone pattern ^0?\\d{1,2}$: Cones are written 04 or 6',
    '/api/firings kiln required null: Pick a kiln',
    '/api/firings pieces maximum 80: null',
    '/api/firings/{firingId}/abort reason minLength 12: null',
    '/api/firings/{firingId}/abort reason required null: null',
  ]);
});

test('a function that checks a field stands beside its name, whatever the checks or the variable that holds it are called', () => {
  const said = say(`
    const invite = () => {
      const {register, handleSubmit} = useForm();
      const send = handleSubmit((values) => axios.post('/api/keepers', values));
      return jsxs('form', {name: 'invite', onSubmit: send, children: [
        jsx('input', {...register('name', {validate: (v) => v.trim().length >= 3 || 'At least three letters.'})}),
        jsx('input', {...register('code', {validate: {long: (v) => v.length > 5 || 'It must be longer.'}})}),
      ]});
    };
    const signIn = () => {
      const isPin = (e) => e ? /^\\d{6}$/.test(String(e)) ? true : 'A PIN has six digits' : 'Enter your PIN';
      return jsx('form', {name: 'sign-in', children: jsx(Field, {name: 'pin', rules: isPin})});
    };
  `);
  expect(rulesOf(said)).toEqual(['code minLength 6', 'name minLength 3', 'pin pattern ^\\d{6}$', 'pin required']);
});
