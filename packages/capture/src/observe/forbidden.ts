import type { Scene } from '../scene/scene.ts';

const most = 100;

/**
 * Notes which calls the page's own policy (CSP, `connect-src`) forbids: the call itself only fails, as it does without a network. What a
 * visitor's blocker or a missing CORS header stops cannot be told from a network failure, by design of the browsers.
 */
export function observeForbidden(scene: Scene): void {
  const { forbidden } = scene.moment;
  scene.listen<SecurityPolicyViolationEvent>('securitypolicyviolation', (event) => {
    if (event.disposition !== 'enforce' || !/^connect/.test(event.effectiveDirective)) return;
    if (forbidden.size >= most) forbidden.clear();
    forbidden.add(event.blockedURI);
  });
}
