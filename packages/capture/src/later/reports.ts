import { placeOf } from '../privacy/path.ts';
import type { Scene } from '../scene/scene.ts';
import type { Errors } from './errors.ts';
import { scrubMessage } from './message.ts';

interface Report {
  type: string;
  body: { id?: string; message?: string; sourceFile?: string; lineNumber?: number; columnNumber?: number } | null;
}

/**
 * What the browser reports by itself: violations of the page's content security policy, deprecations and interventions.
 *
 * @param blocked - Our own requests are against the page's policy: there is nothing left to do here.
 */
export function observeReports(scene: Scene, errors: Errors, blocked: () => void): void {
  const { known } = scene;

  scene.listen<SecurityPolicyViolationEvent>(document, 'securitypolicyviolation', (event) => {
    if (scene.isOurs(event.blockedURI)) {
      if (/^connect/.test(event.effectiveDirective)) blocked();
      return;
    }
    // Our own attempt to compress beside the page; a page that does so itself is told by its errors.
    if (event.blockedURI === 'blob' && /^worker/.test(event.effectiveDirective)) return;
    const place = placeOf(event.blockedURI, known, true);
    const what = place ? place.host + place.path : event.blockedURI.replace(/:.*/s, '').slice(0, 40);
    const at = placeOf(event.sourceFile ?? '', known, true);
    errors.say({
      source: 'csp',
      handled: event.disposition === 'report',
      type: event.effectiveDirective.slice(0, 64),
      message: `Blocked by ${event.effectiveDirective.slice(0, 64)}: ${what}`,
      stack: at ? [{ host: at.host, file: at.path, line: event.lineNumber, column: event.columnNumber }] : [],
    });
  });

  const Reporting = (
    globalThis as { ReportingObserver?: new (heard: (reports: Report[]) => void, options: object) => Observing }
  ).ReportingObserver;
  if (!Reporting) return;
  const heard = scene.guard.wrap((reports: Report[]) => {
    for (const { body } of reports) {
      const at = placeOf(body?.sourceFile ?? '', known, true);
      errors.say({
        source: 'deprecation',
        handled: true,
        type: (body?.id ?? 'report').slice(0, 64),
        message: scrubMessage(body?.message ?? '', known),
        stack: at
          ? [{ host: at.host, file: at.path, line: body?.lineNumber ?? 0, column: body?.columnNumber ?? 0 }]
          : [],
      });
    }
  });
  const observer = new Reporting(heard, { types: ['deprecation', 'intervention'], buffered: true });
  observer.observe();
  scene.onStop(() => observer.disconnect());
}

interface Observing {
  observe(): void;
  disconnect(): void;
}
