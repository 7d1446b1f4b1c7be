import type { ViewRecord } from '@sightglass/wire';
import type { Gatherer, Sender } from '../foreign/index.ts';
import type { Page } from './visit.ts';

/** What one of the two tells of a view. */
export type ViewTold = Pick<ViewRecord, 'at' | 'cause' | 'from' | 'loadMs'>;

/**
 * A page load or a navigation, of which two tell in bodies of their own: the replay knows from where it came, the span how long it took to
 * load and whether it replaced another. What is told second is put to what was told first; where both tell the same, the span stands.
 */
export function tellView(
  by: 'span' | 'replay',
  { page, view }: { page: Page; view: string },
  part: ViewTold,
  sender: Sender,
  gatherer: Gatherer,
): void {
  const nameOf = (who: 'span' | 'replay'): string => `view ${sender.session} ${view} ${who}`;
  gatherer.keep(nameOf(by), JSON.stringify(part));
  const said = gatherer.recall(nameOf(by === 'span' ? 'replay' : 'span'));
  const other = said === undefined ? {} : (JSON.parse(said) as ViewTold); // written above
  const told = by === 'span' ? { ...other, ...part } : { ...part, ...other };
  const version = said !== undefined ? 2 : by === 'span' ? 1 : 0;
  const { route } = page;
  gatherer.record(sender, { id: '', version }, { kind: 'view', view, route, version, path: route, title: '', ...told });
}
