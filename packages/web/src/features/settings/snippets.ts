import { connectLine } from '../../client/index.ts';

/** A text to paste, and what it is where there are several. */
export interface Paste {
  name: string;
  text: string;
}

export interface Snippet {
  id: string;
  name: string;
  says: string;
  pastes: readonly Paste[];
}

/** What to paste where, with the real key and address of this server. Only doors that this server has are shown. */
export function snippetsOf(origin: string, key: string): readonly Snippet[] {
  return [
    {
      id: 'script',
      name: 'Script tag',
      says: 'As the first script in the head of every page. With defer it holds up nothing while the page is read and is there before modules and other deferred scripts run, which wait for its 12 kB. Without defer it also sees the calls of scripts that run earlier, and the page waits.',
      pastes: one('Script tag', connectLine(origin, key)),
    },
    {
      id: 'release',
      name: 'Release and environment',
      says: 'So that changes can be told apart, and tests from real people.',
      pastes: one(
        'Release and environment',
        `<script defer crossorigin src="${origin}/sdk.js" data-key="${key}"\n  data-release="1.0.0" data-environment="production"></script>`,
      ),
    },
    {
      id: 'person',
      name: 'Who it is',
      says: 'In a script of the application, once you know; it waits where the SDK has not come. The id is hashed in the page; the role shows who may do what.',
      pastes: one(
        'Who it is',
        `window.sightglass ??= [];\nwindow.sightglass.push(['setUser', { id: 'u-1042', role: 'buyer' }]);`,
      ),
    },
    {
      id: 'npm',
      name: 'npm',
      says: 'In the entry file of the application, before anything else. The package is built from packages/capture.',
      pastes: one(
        'npm',
        `import { init } from '@sightglass/capture';\n\nconst sightglass = init({\n  key: '${key}',\n  origin: '${origin}',\n  release: '1.0.0',\n  environment: 'production',\n});\n\nsightglass.setUser({ id: 'u-1042', role: 'buyer' });`,
      ),
    },
  ];
}

/** For those who have another SDK already and keep it: the one line that changes. */
export function keptSdksOf(origin: string, key: string): readonly Snippet[] {
  return [
    {
      id: 'datadog',
      name: 'Datadog',
      says: 'Browser RUM and Logs, versions 4 to 7, with session replay. Where you call init, set proxy; everything else stays. Nothing is passed on to Datadog.',
      pastes: [
        { name: 'As a text', text: `proxy: '${origin}/datadog?key=${key}',` },
        {
          name: 'As a function (from version 5.4 on)',
          text: `proxy: ({ path, parameters }) =>\n  \`${origin}/datadog/${key}\${path}?\${parameters}\`,`,
        },
      ],
    },
    {
      id: 'sentry',
      name: 'Sentry',
      says: 'Browser SDK, versions 7 to 11, and what is built on it (React, Vue, Next.js and so on), with Replay. Where you call init, set the DSN. Nothing is passed on to Sentry.',
      pastes: [
        { name: 'dsn', text: `dsn: '${dsnOf(origin, key)}',` },
        {
          name: 'With a tunnel, where a content security policy or a blocker forbids other paths',
          text: `dsn: '${dsnOf(origin, key)}',\ntunnel: '${origin}/sentry-tunnel',`,
        },
      ],
    },
    {
      id: 'rrweb',
      name: 'rrweb',
      says: 'rrweb 1 and 2 and @rrweb/record, packed or not, with the console and network plugins. rrweb leaves the sending to you: these lines are all of it, or change the address in yours.',
      pastes: [
        { name: 'Address', text: `${origin}/rrweb?key=${key}&session=…&page=…&seq=…` },
        { name: 'Record and send', text: rrwebScript(origin, key) },
      ],
    },
  ];
}

function one(name: string, text: string): readonly Paste[] {
  return [{ name, text }];
}

/** A DSN ends in the number of a project, of which this server makes nothing: the key says it all. */
function dsnOf(origin: string, key: string): string {
  return `${origin.replace('://', `://${key}@`)}/1`;
}

function rrwebScript(origin: string, key: string): string {
  return `import { record } from 'rrweb';

const session = (sessionStorage.visit ??= crypto.randomUUID());
const page = crypto.randomUUID();
let events = [];
let seq = 0;
record({ emit: (event) => events.push(event) });
setInterval(() => {
  if (events.length === 0) return;
  const query = new URLSearchParams({ key: '${key}', session, page, seq: seq++, url: location.href });
  fetch(\`${origin}/rrweb?\${query}\`, { method: 'POST', body: JSON.stringify(events) });
  events = [];
}, 5_000);`;
}
