import type { Statement } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { callsOf, keysOf, rulesOf, say } from './testing/own-code.ts';

test('schemas whose types are texts, and those around which the next rule is put', () => {
  expect(
    rulesOf(
      say({
        'a.js': `const repairSchema=type({bike:"2 <= string <= 80",budget:"5 <= number.integer < 400","phone?":"/^\\\\d+$/",email:"string.email",stage:"'open' | 'done'"});
          const shapeSchema=type({name:"string",size:"number"}),other=f({a:"2 <= string <= 80",b:"a text"});`,
      }),
    ),
  ).toEqual([
    'bike maxLength 80',
    'bike minLength 2',
    'bike required',
    'budget maximum 399',
    'budget minimum 5',
    'budget required',
    'email format email',
    'email required',
    'phone pattern ^\\d+$',
    'stage enum open,done',
    'stage required',
  ]);
  expect(
    rulesOf(
      say({
        'a.js': `const mail=st.pattern(st.string(),/@/);
          const bookingSchema=st.object({guests:st.max(st.min(st.integer(),1),12),email:mail,phone:st.size(st.string(),6,20),wish:st.optional(st.size(st.string(),0,240)),secret:st.size(st.string(),12,1/0)});
          const [email,setEmail]=signal('');check({email:email(),secret:secret()},bookingSchema);const sumSchema=n({count:st.max(items.map(f),3)});`,
      }),
    ),
  ).toEqual([
    'email pattern @',
    'guests maximum 12',
    'guests minimum 1',
    'phone maxLength 20',
    'phone minLength 6',
    'secret minLength 12',
    'wish maxLength 240',
  ]);
});

test('a form that hands over all that it holds sends what it checks', () => {
  const said = say({
    'a.js': `function P(){const {handleSubmit:h}=useForm({name:"donation",validationSchema:object({donor:string().required().min(2),kilos:number().required()})});
      const go=h(async(v)=>{await $fetch("/api/donations",{method:"POST",body:v})});return go}`,
  });
  expect(callsOf(said)).toEqual(['POST /api/donations', 'POST /api/donations donor', 'POST /api/donations kilos']);
  expect(rulesOf(said)).toEqual(['donor minLength 2', 'donor required', 'kilos required']);
});

test('who may do what: by ranks, and as CASL is told in branches on the role', () => {
  const ranked = say({
    'a.js': `const i={volunteer:0,mechanic:1},a={"repair:open":"volunteer","stock:adjust":"mechanic"};
      const s=(e)=>i[user.role]>=i[e],may=(e)=>s(a[e]??"mechanic");`,
  });
  const permissions = (said: Statement[]) =>
    said.flatMap((one) => (one.kind === 'permission' ? [`${one.role} ${one.action} ${one.allowed}`] : [])).toSorted();
  expect(permissions(ranked)).toEqual([
    'mechanic repair:open true',
    'mechanic stock:adjust true',
    'volunteer repair:open true',
    'volunteer stock:adjust false',
  ]);
  const told = say({
    'a.js': `function of(e){const{can:t,cannot:n,build:r}=new B(M);
      switch(t("read","Plot"),e.role){case"gardener":t("create","Harvest");break;case"steward":t(["create","move"],"Plot");n("create","Harvest")}return r()}`,
  });
  expect(permissions(told)).toEqual([
    'gardener create harvest true',
    'gardener read plot true',
    'steward create harvest false',
    'steward create plot true',
    'steward move plot true',
    'steward read plot true',
  ]);
});

test('a reducer that checks the state that is there shows the steps', () => {
  const said = say({
    'a.js': `function orderReducer(s,e){switch(e.type){
        case"SEND":return s.status==="open"?{...s,status:"sent"}:s;
        case"CANCEL":if(s.status!=="open"&&s.status!=="sent")return s;return{...s,status:"cancelled"};
        default:return s}}
      function other(s){return s.status==="open"?{...s,status:"sent"}:s}`,
  });
  expect(keysOf(said, 'transition').toSorted()).toEqual(
    [
      ['open', 'sent'],
      ['open', 'cancelled'],
      ['sent', 'cancelled'],
    ]
      .map(
        ([from, to]) =>
          keysOf(said, 'transition').find((key) => key.includes(`${from}`) && key.includes(`${to}`)) ?? `${from} ${to}`,
      )
      .toSorted(),
  );
  expect(keysOf(said, 'transition')).toHaveLength(3);
});

test('groups that a method makes for a list stand in that list, whatever their fields are called', () => {
  const said = say(`class C{form=b.group({results:b.array([this.row()])});
    row(){return b.group({value:[0,[V.required,V.min(0)]],unit:["",V.required]})}
    save(){http.put("/api/samples/4/results",this.form.value)}}`);
  expect(rulesOf(said)).toEqual(['results[].unit required', 'results[].value minimum 0', 'results[].value required']);
});

test('what a form hands on without some of its fields sends the others, also with more beside them', () => {
  const said = say(`
    const schema = yup.object({name: yup.string().required(), terms: yup.boolean().required('Accept the terms')});
    const api = {book: (draft) => axios.post('/v2/bookings', draft)};
    const {handleSubmit} = useForm({validationSchema: toTypedSchema(schema)});
    const submit = handleSubmit(async ({terms: _, ...values}) => {
      await api.book({...values, sailingId: props.sailingId});
    });
  `);
  expect(callsOf(said)).not.toContain('POST /v2/bookings terms');
  expect(callsOf(said)).toContain('POST /v2/bookings sailingId');
});

test('the only form of a template of Angular is sent by what listens to it', () => {
  const said = say(`
    class Requests {
      approve(id) { this.http.patch(\`/requests/\${id}\`, {approved: true}); }
      place() { this.http.post('/requests', {seeds: this.seeds}); }
      static ɵcmp = define({
        selectors: [['sv-requests']],
        consts: [[3, 'ngSubmit'], ['name', 'seeds', 'required', '', 3, 'ngModel']],
        template: function (flags, ctx) {
          if (flags & 1) { start(0, 'form', 0); listen('ngSubmit', function () { return ctx.place(); }); start(1, 'input', 1); }
        },
      });
    }
  `);
  expect(said.flatMap((one) => (one.kind === 'rule' ? [[one.field, one.call?.path]] : []))).toEqual([
    ['seeds', '/requests'],
  ]);
});
