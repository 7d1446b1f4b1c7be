import type { Recording } from '@sightglass/replay';

/** What a replay does not show as the page did, and why. */
export interface Lack {
  /** In a few words. */
  what: string;
  why: string;
  /** Admins choose it with what is recorded. */
  byChoice: boolean;
}

/** As docs/formats/segment.md names them. */
const reasons: Record<string, Omit<Lack, 'byChoice'>> = {
  none: {
    what: 'Pictures not kept',
    why: 'The project kept no pictures and fonts when this was recorded: boxes of their size stand for them.',
  },
  fonts: {
    what: 'Only fonts kept',
    why: 'The project kept fonts and no pictures when this was recorded: boxes of their size stand for them.',
  },
  forbidden: {
    what: 'Pictures not kept',
    why: 'The content security policy of the page let no worker begin that fetches them (worker-src, script-src), so boxes of their size stand for them.',
  },
  saving: {
    what: 'Pictures not kept',
    why: 'The visitor’s browser saved data or had a slow connection, so nothing was fetched that only a replay needs.',
  },
};

/** What this replay lacks that is known. */
export function lacksOf({ pages }: Pick<Recording, 'pages'>): Lack[] {
  return [picturesOf(pages), sheetsOf(pages)].filter((lack) => lack !== null);
}

function picturesOf(pages: Recording['pages']): Lack | null {
  if (pages.length === 0) return null;
  if (pages.every(({ format, stretch, addresses }) => format === 'rrweb/2' && (stretch || addresses?.length)))
    return {
      what: 'Pictures not kept',
      why: 'The recorder of this session names pictures and fonts by their address on the watched site. Nobody fetched what was there, and a replay asks the site for nothing: only what stands in the recording itself is shown.',
      byChoice: false,
    };
  for (const { about } of pages.flatMap(({ notes }) => notes).filter(({ name }) => name === 'assets')) {
    const reason = Object.hasOwn(reasons, String(about.state)) ? reasons[String(about.state)] : undefined;
    if (reason) return { ...reason, byChoice: about.state === 'none' || about.state === 'fonts' };
  }
  const refused = pages.reduce((sum, { pictures }) => sum + (pictures?.refused ?? 0), 0);
  const kept = pages.reduce((sum, { pictures }) => sum + (pictures?.kept ?? 0), 0);
  if (refused === 0) return null;
  return {
    what: kept === 0 ? 'Pictures not kept' : `${refused} of ${refused + kept} pictures and fonts not kept`,
    why: 'They were not to be had by somebody who is not logged in: the site guards them, their host lets no page read them (CORS), the page’s own policy forbids it (connect-src), they are larger than 1 MB, or they are no longer stored.',
    byChoice: false,
  };
}

function sheetsOf(pages: Recording['pages']): Lack | null {
  // A person who goes on is shown the same ones with each page.
  const unread = Math.max(0, ...pages.map(({ unreadSheets = 0 }) => unreadSheets));
  if (unread === 0) return null;
  return {
    what: `${unread === 1 ? '1 style sheet' : `${unread} style sheets`} not shown`,
    why: 'They come from another host by links without crossorigin, so the browser let no script of the page read their rules. Where that host lets every page read them (Access-Control-Allow-Origin), crossorigin on the link brings them into replays.',
    byChoice: false,
  };
}
