import type { intakeOutcomes, keySummary, ProjectRole } from '@sightglass/wire';
import type { z } from 'zod';

/** The key that snippets show: the newest that still opens the door. */
export function currentKey(keys: readonly z.infer<typeof keySummary>[]): string | null {
  const open = keys.filter(({ revokedAt }) => revokedAt === null);
  return open.toSorted((one, other) => other.createdAt - one.createdAt)[0]?.clientKey ?? null;
}

export interface Snippet {
  id: string;
  name: string;
  says: string;
  text: string;
}

/** What to paste where, with the real key and address of this server. */
export function snippetsOf(origin: string, key: string, number: number): readonly Snippet[] {
  const host = origin.replace(/^https?:\/\//, '');
  const scheme = origin.startsWith('https:') ? 'https' : 'http';
  return [
    {
      id: 'script',
      name: 'Script tag',
      says: 'As the first script in the head of every page.',
      text: `<script async src="${origin}/sdk.js" data-key="${key}"></script>`,
    },
    {
      id: 'release',
      name: 'With release and environment',
      says: 'So that changes can be told apart, and test traffic from real people.',
      text: `<script async src="${origin}/sdk.js"\n  data-key="${key}"\n  data-release="1.0.0"\n  data-environment="production"></script>`,
    },
    {
      id: 'npm',
      name: 'npm',
      says: 'In the entry file of the application, before anything else.',
      text: `import { init, setUser } from '@sightglass/capture';\n\ninit({\n  url: '${origin}',\n  key: '${key}',\n  release: '1.0.0',\n  environment: 'production',\n});\n\n// Once you know who it is. Never an e-mail address: any id of your own will do.\nsetUser({ id: 'u-1042', role: 'buyer' });`,
    },
    {
      id: 'rrweb',
      name: 'rrweb',
      says: 'Recordings that you make yourself: arrays of rrweb events, to a session of your naming.',
      text: `fetch('${origin}/rrweb/' + sessionId + '?key=${key}', {\n  method: 'POST',\n  body: JSON.stringify(events),\n});`,
    },
    {
      id: 'sentry',
      name: 'Sentry SDK',
      says: 'The SDK that you have, with another address.',
      text: `Sentry.init({ dsn: '${scheme}://${key}@${host}/${number}' });`,
    },
    {
      id: 'datadog',
      name: 'Datadog SDK',
      says: 'The SDK that you have, with a proxy.',
      text: `datadogRum.init({\n  applicationId: 'any',\n  clientToken: '${key}',\n  proxy: '${origin}/datadog',\n});`,
    },
  ];
}

type Outcomes = z.infer<typeof intakeOutcomes.answer>;

export interface IntakeDay {
  day: string;
  door: string;
  accepted: number;
  refused: readonly { outcome: string; items: number }[];
}

/** One line for each day and door, newest day first: what was taken, and what was not, by its reason. */
export function intakeDays({ outcomes }: Pick<Outcomes, 'outcomes'>): IntakeDay[] {
  const lines = new Map<string, IntakeDay & { refused: { outcome: string; items: number }[] }>();
  for (const { day, door, outcome, items } of outcomes) {
    const id = `${day} ${door}`;
    const line = lines.get(id) ?? { day, door, accepted: 0, refused: [] };
    lines.set(id, line);
    if (outcome === 'accepted') line.accepted += items;
    else line.refused.push({ outcome, items });
  }
  return [...lines.values()].sort(
    (one, other) => other.day.localeCompare(one.day) || one.door.localeCompare(other.door),
  );
}

export const roleWords: Record<ProjectRole, string> = {
  viewer: 'Viewer: sees everything, changes nothing',
  member: 'Member: also sends test sessions and sees the quarantine',
  admin: 'Admin: also people, keys, tokens and deletions',
  owner: 'Owner: everything',
};
