/** Screens of a session, as a browser tells them. */
export interface Screens {
  session: string;
  /** When the first screen was there; each next one a second later. */
  at: number;
  screens: readonly string[];
  seq?: number;
  release?: string;
}

/** Sends them in one batch. @returns `taken`, or why not */
export async function tellScreens(
  origin: string,
  clientKey: string,
  { session, at, screens, seq = 0, release = '1' }: Screens,
): Promise<string> {
  const records = screens.map((name, index) => ({
    ...{ kind: 'view', at: at + 1_000 * index, view: `${session}-${name}`, route: `/${name}`, version: 0 },
    ...{ path: `/${name}`, title: `The ${name}`, cause: index === 0 ? 'load' : 'push' },
  }));
  const sdk = { name: 'sightglass', version: '0' };
  const batch = { v: 1, session, tab: `${session}-tab`, seq, first: seq, visitor: 'somebody', sdk, release, records };
  const answer = await fetch(`${origin}/v1/records?key=${clientKey}`, {
    method: 'POST',
    body: JSON.stringify({ ...batch, sentAt: Date.now(), startedAt: at }),
  });
  const { accepted, refused } = (await answer.json()) as { accepted: number; refused: { code: string }[] };
  return accepted === screens.length ? 'taken' : (refused[0]?.code ?? '');
}
