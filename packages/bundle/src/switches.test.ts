import type { StatementOf } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';

/** What the code of a product says, as a build whose map tells that it is the product's and what its names were. */
function say(code: string, kind: 'flag'): StatementOf<'flag'>[];
function say(code: string, kind: 'storage'): StatementOf<'storage'>[];
function say(code: string, kind: 'flag' | 'storage') {
  const lines = code.split('\n');
  const widest = lines.map(({ length }) => length);
  const mappings = lines
    .map(({ length }, line) => {
      // Each place stands where it stood: one column further each, and back to the first on a new line.
      const first = line === 0 ? 'AAAA' : `AAC${vlq(-(widest[line - 1] ?? 0))}`;
      return [first, ...Array.from({ length }, () => 'CAAC')].join();
    })
    .join(';');
  const map = { version: 3, sources: ['src/app.js'], sourcesContent: [code], names: [], mappings };
  const files = [{ path: 'app.js', text: code, map: JSON.stringify(map) }];
  const { specification } = inspect(files, undefined, { name: 'Desk', release: '1.0.0', at: 0 });
  return specification.points.flatMap(({ statements }) => statements.filter((one) => one.kind === kind));
}

/** A number as maps write it: https://tc39.es/ecma426/#sec-base64-vlq */
function vlq(number: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

const gate = '&&(0,r.jsx)("button",{children:"Pay later"})';

test.each([
  ['LaunchDarkly', `const on=client.variation("pay-later",false);x=on${gate}`, 'pay-later', false],
  ['LaunchDarkly', `x=client.boolVariation("pay-later",!0)${gate}`, 'pay-later', true],
  ['LaunchDarkly', `const {payLater}=useFlags();x=payLater${gate}`, 'payLater', null],
  ['LaunchDarkly', `const flags=useFlags();x=flags.payLater${gate}`, 'payLater', null],
  ['OpenFeature', `const on=await client.getBooleanValue("pay-later",!1);x=on${gate}`, 'pay-later', false],
  ['OpenFeature', `const on=useBooleanFlagValue("pay-later",!1);x=on${gate}`, 'pay-later', false],
  ['Unleash', `x=unleash.isEnabled("pay-later")${gate}`, 'pay-later', null],
  [
    'Unleash',
    `import{useFlag as u}from"@unleash/proxy-client-react";const on=u("pay-later");x=on${gate}`,
    'pay-later',
    null,
  ],
  ['GrowthBook', `x=g.isOn("pay-later")${gate}`, 'pay-later', null],
  ['GrowthBook', `const on=useFeatureIsOn("pay-later");x=on${gate}`, 'pay-later', null],
  ['GrowthBook', `const v=g.getFeatureValue("pay-later","blue");x=v!=="blue"${gate}`, 'pay-later', 'blue'],
  ['PostHog', `x=posthog.isFeatureEnabled("pay-later")${gate}`, 'pay-later', null],
  ['PostHog', `const on=useFeatureFlagEnabled("pay-later");x=on${gate}`, 'pay-later', null],
  ['Split', `const t=client.getTreatment("pay-later");x=t==="on"${gate}`, 'pay-later', null],
  ['Optimizely', `const [d]=useDecision("pay-later");x=d${gate}`, 'pay-later', null],
  ['Flagsmith', `const flags=useFlags(["pay-later"]);x=flags["pay-later"].enabled${gate}`, 'pay-later', null],
  ['ConfigCat', `const on=await configCatClient.getValueAsync("payLater",!1);x=on${gate}`, 'payLater', false],
  [null, `const flags={payLater:!1,night:!0};x=flags.payLater${gate}`, 'payLater', false],
  [null, `x=e.featureFlags.payLater${gate}`, 'payLater', null],
  [null, `function C(e){return e.features.payLater${gate}}`, 'payLater', null],
  [null, `const on=isFeatureOn("pay-later");x=on${gate}`, 'pay-later', null],
  [null, `x=(i.env.VITE_FEATURE_PAY_LATER==="true")${gate}`, 'VITE_FEATURE_PAY_LATER', null],
])('a flag of %s: %s', (provider, code, name, otherwise) => {
  const flag = say(code, 'flag').find((one) => one.name === name);
  expect(flag).toMatchObject({ provider, default: otherwise, gates: [{ what: 'action', name: 'Pay later' }] });
  expect(flag?.evidence[0]).toMatchObject({ type: 'code', file: 'src/app.js', line: 1 });
});

test('a flag gates the screen whose route, component or guard it decides, and the call that is made only then', () => {
  const flags = say(
    `
    const v2=client.boolVariation("new-checkout",false);
    const routes=[{path:"/orders",element:jsx(Orders,{})},...(v2?[{path:"/checkout/v2",element:jsx(Pay,{})}]:[]),{path:"/labs",element:jsx(Labs,{})}];
    function Labs(){const on=useBooleanFlagValue("labs-open",false);if(!on)return null;return jsx("h1",{children:"Labs"})}
    function send(o){if(client.boolVariation("fast-send",true)){fetch("/api/fast",{method:"POST"})}}
  `,
    'flag',
  );
  expect(flags.map(({ name, gates }) => [name, gates])).toEqual([
    ['new-checkout', [{ what: 'screen', name: '/checkout/v2' }]],
    ['labs-open', [{ what: 'screen', name: '/labs' }]],
    ['fast-send', [{ what: 'call', name: 'POST /api/fast' }]],
  ]);
  expect(flags[0]?.text).toBe(
    'The flag new-checkout of LaunchDarkly is off by default and gates the screen /checkout/v2.',
  );
});

test('what only looks like a flag is none', () => {
  expect(
    say(
      'log.isEnabled("debug");r.flags.includes("g");x=e.flags&4;m.getValue("customer-name");o.variation("a");map.features.forEach(f);x=event.flags?1:2;light.isOn("3")',
      'flag',
    ),
  ).toEqual([]);
});

test.each([
  ['localStorage', 'object', null, 'localStorage.setItem("cart",JSON.stringify({lines:l}))'],
  ['localStorage', 'number', null, 'window.localStorage.setItem("cart",3);'],
  ['localStorage', 'boolean', null, 'x=localStorage.getItem("cart")==="1"'],
  ['localStorage', null, null, 'localStorage.cart=v'],
  ['sessionStorage', 'list', null, 'const s=window.sessionStorage;s.setItem("cart",JSON.stringify([a]))'],
  ['localStorage', 'text', null, 'const put=(k,v)=>localStorage.setItem(k,v);put("cart","open");'],
  ['sessionStorage', null, null, 'const make=(s)=>({get:()=>s.getItem("cart")});make(window.sessionStorage)'],
  ['cookie', 'text', null, 'document.cookie="cart=open; path=/"'],
  ['cookie', null, null, 'function keep(n,v){document.cookie=n+"="+v+"; path=/"}keep("cart",c)'],
  ['cookie', 'boolean', null, 'Cookies.set("cart",!0)'],
  ['cookie', 'number', 'js-cookie', 'import c from"js-cookie";c.set("cart",1e3)'],
  ['IndexedDB', null, null, 'indexedDB.open("cart",2)'],
  ['IndexedDB', null, 'idb', 'import{openDB as o}from"idb";o("cart",1)'],
  ['IndexedDB', null, 'Dexie', 'class D extends Dexie{constructor(){super("cart")}}'],
  ['localStorage', 'object', 'zustand', 'const u=create(persist((s)=>({a:1}),{name:"cart"}))'],
  [
    'sessionStorage',
    'object',
    'zustand',
    'const u=c(p((s)=>({a:1}),{name:"cart",partialize:f,storage:j(()=>sessionStorage)}))',
  ],
  ['localStorage', 'object', 'redux-persist', 'persistReducer({key:"cart",keyPrefix:"",storage:s},r)'],
  ['localStorage', 'object', 'pinia', 'defineStore("cart",{state:()=>({}),persist:!0})'],
  ['localStorage', 'list', null, 'const [c,s]=useLocalStorage("cart",[])'],
])('something is kept in %s (%s, %s): %s', (area, holds, by, code) => {
  expect(say(code, 'storage').map((one) => [one.name, one.area, one.holds, one.by])).toEqual([
    ['cart', area, holds, by],
  ]);
});

test('what is kept somewhere that only running tells is told without the place, and settings are no storage', () => {
  const said = say('this.$settings.setItem("host",h);e.storage.setItem("step",3);cart.getItem("milk")', 'storage');
  expect(said.map(({ name, area, holds }) => [name, area, holds])).toEqual([['step', null, 'number']]);
});

test('an id in a name is a placeholder, and no value is told', () => {
  const said = say(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read
    'localStorage.setItem(`cart_${user.userId}`,"4711");localStorage.setItem("seen_10023","mia@firm.example");document.cookie=`token=${t}; path=/`',
    'storage',
  );
  expect(said.map(({ name }) => name)).toEqual(['cart_{userId}', 'seen_{integer}', 'token']);
  expect(JSON.stringify(said)).not.toMatch(/4711|mia|10023/);
});

test('keys of a library are not the product’s', () => {
  const map = {
    version: 3,
    sources: ['node_modules/driver/index.js'],
    sourcesContent: ['localStorage.setItem("driver",d);c.boolVariation("driver-flag",!1)'],
    names: [],
    mappings: 'AAAA',
  };
  const files = [{ path: 'a.js', text: map.sourcesContent[0] ?? '', map: JSON.stringify(map) }];
  const { specification } = inspect(files, undefined, { name: 'Desk', release: '1.0.0', at: 0 });
  expect(specification.points[8]?.statements).toEqual([]);
});
