import { type Facts, nameVariables, placeOf, type ScreenFact, type ScreenStatement } from '@sightglass/wire';
import { trust, weigh } from '../../confidence.ts';
import { titlePattern } from '../../title.ts';
import { counted, enumerate, type Point, type Reading, surestFirst } from './point.ts';

const mostControls = 12;
const mostEntrances = 8;

/** Screens that were visited, with what people act on there and where they come from. */
export const screens: Point = { point: 2, read };

function read(facts: Facts): Reading {
  const seen = facts.screens.filter(({ seen }) => seen.sample.length > 0);
  return {
    statements: surestFirst(seen.map(toStatement)),
    leftOut: [
      { reason: 'screens without a session that can still be opened', times: facts.screens.length - seen.length },
      { reason: 'screens visited less often than the first 500', times: facts.leftOut.screens },
    ],
  };
}

function toStatement(fact: ScreenFact): ScreenStatement {
  const screen = {
    route: nameVariables(fact.route),
    title: titlePattern(fact.titles),
    views: fact.seen.observations,
    controls: controlsOf(fact),
    enteredFrom: fact.enteredFrom
      .slice(0, mostEntrances)
      .map(({ route, views }) => ({ route: nameVariables(route), views })),
  };
  return {
    key: `screen ${placeOf(fact.route)}`,
    point: 2,
    kind: 'screen',
    text: tell(screen),
    ...weigh(fact.seen, trust.usual),
    ...screen,
  };
}

/**
 * On a screen that several visitors reached, what only one of them acted on may carry that person's data in its name, and is
 * left out.
 */
function controlsOf({ controls, seen }: ScreenFact): ScreenStatement['controls'] {
  return controls
    .filter(({ visitors, name }) => (visitors > 1 || seen.visitors === 1) && name !== masked)
    .slice(0, mostControls)
    .map(({ role, name, actions, frustrated }) => ({ role, name, actions, frustrated }));
}

/** What the browser writes where a name is made of data only. */
const masked = '{text}';

function tell({
  route,
  title,
  views,
  controls,
  enteredFrom,
}: Pick<ScreenStatement, 'route' | 'title' | 'views' | 'controls' | 'enteredFrom'>): string {
  const named = title === '' ? '' : `, titled “${title}”,`;
  const acted = controls.length === 0 ? '' : `; people act on ${enumerate(controls.map(({ name }) => `“${name}”`))}`;
  const entered = enteredFrom.length === 0 ? '' : `; entered from ${enumerate(enteredFrom.map((from) => from.route))}`;
  return `The screen ${route}${named} was visited ${counted(views, 'time')}${acted}${entered}.`;
}
