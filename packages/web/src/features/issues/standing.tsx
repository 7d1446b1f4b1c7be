import type { IssueStanding } from '@sightglass/wire';
import { Badge, type Tone, writeDay } from '../../ui/index.ts';

const tones: Record<IssueStanding['state'], Tone> = {
  open: 'quiet',
  regressed: 'danger',
  resolved: 'good',
  ignored: 'quiet',
};

/** The state in words: `regressed in 1.4.0`, `resolved in 1.3.2`, `ignored until 3 Dec`. */
function standingWords(standing: IssueStanding): string {
  const { state, resolvedIn, resolvedNext, ignoredUntil, regressedIn } = standing;
  if (state === 'resolved') {
    if (resolvedNext) return 'resolved in the next release';
    return resolvedIn === null ? 'resolved' : `resolved in ${resolvedIn || 'an unnamed release'}`;
  }
  if (state === 'ignored') return ignoredUntil === null ? 'ignored' : `ignored until ${writeDay(ignoredUntil)}`;
  if (state === 'regressed') return regressedIn ? `regressed in ${regressedIn}` : 'regressed';
  return 'open';
}

export function StandingBadge({ standing }: { standing: IssueStanding }) {
  return <Badge tone={tones[standing.state]}>{standingWords(standing)}</Badge>;
}
