import { scrubMessage } from '@sightglass/privacy';
import { placeOf } from '../privacy/path.ts';
import type { Scene } from '../scene/scene.ts';
import { type Errors, frameAt } from './errors.ts';
import { bound } from './seen.ts';

/** A page may be forbidden another address each time. */
const mostKnown = 200;

/** What a violation of the policy says, as an event and as a report; the report calls the address by another name. */
interface Violation {
  blockedURI?: string;
  blockedURL?: string;
  effectiveDirective: string;
  disposition: string;
  sourceFile?: string | null;
  lineNumber?: number | null;
  columnNumber?: number | null;
}
type Place = Pick<Violation, 'sourceFile' | 'lineNumber' | 'columnNumber'>;
interface Report {
  type: string;
  body: (Violation & { id?: string; message?: string }) | null;
}
type Reporting = new (heard: (reports: Report[]) => void, options: object) => { observe(): void; disconnect(): void };

/**
 * What the browser reports by itself: violations of the page's content security policy, deprecations and interventions, also those
 * from before us where the browser keeps them.
 *
 * @param blocked - Our own requests are against the page's policy: there is nothing left to do here.
 */
export function observeReports(scene: Scene, errors: Errors, blocked: () => void): void {
  const { known } = scene;
  /** Of each violation, how many events came more than reports: what was before us is reported alone, and some browsers report none. */
  const events = new Map<string, number>();
  const Observer = (window as { ReportingObserver?: Reporting }).ReportingObserver;

  const stackOf = ({ sourceFile, lineNumber, columnNumber }: Place) =>
    frameAt(sourceFile, lineNumber, columnNumber, scene);

  /** @param by - 1 for an event, -1 for a report. Of the two that come of one violation, in either order, the first is told. */
  function violated(violation: Violation, by: number): void {
    const address = violation.blockedURI ?? violation.blockedURL ?? '';
    const directive = violation.effectiveDirective;
    /** The policy is tried out, and stands in nobody's way. */
    const handled = violation.disposition === 'report';
    // Our own attempt to pack beside the page; a page that does so itself is told by its errors.
    if (/^blob/.test(address) && /^worker/.test(directive)) return;
    if (scene.isOurs(address)) {
      if (/^connect/.test(directive) && !handled) blocked();
      return;
    }
    const place = placeOf(/^https?:/.test(address) ? address : 'about:', known, true);
    const message = `Blocked by ${directive}: ${place ? place.host + place.path : address.replace(/:.*/s, '')}`;
    const more = (events.get(message) ?? 0) + by;
    events.set(message, more);
    bound(events, mostKnown);
    if (more * by > 0)
      errors.say({
        source: 'csp',
        handled,
        type: directive,
        message,
        stack: stackOf(violation),
      });
  }

  // What a page says of itself counts for nothing.
  scene.listen<SecurityPolicyViolationEvent>('securitypolicyviolation', (event) => violated(event, +event.isTrusted));
  if (!Observer) return;
  const heard = scene.guard.wrap((reports: Report[]) => {
    for (const { type, body } of reports) {
      if (!body) continue;
      if (type === 'csp-violation') violated(body, -1);
      else {
        errors.say({
          source: 'deprecation',
          handled: true,
          type: body.id ?? type,
          message: scrubMessage(body.message ?? '', known),
          stack: stackOf(body),
        });
      }
    }
  });
  const observer = new Observer(heard, { types: ['deprecation', 'intervention', 'csp-violation'], buffered: true });
  observer.observe();
  scene.onStop(() => observer.disconnect());
}
