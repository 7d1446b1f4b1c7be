import type { Scene } from '../scene/scene.ts';

const most = 100;

/**
 * Notes which calls the page's own policy (CSP, `connect-src`) forbids: the call itself only fails, as it does without a network. What a
 * visitor's blocker or a missing CORS header stops cannot be told from a network failure, by design of the browsers.
 */
export function observeForbidden(scene: Scene): void {
  const { forbidden } = scene.moment;
  // Of whatever directive: what may not be called is asked of addresses that were called in vain.
  scene.listen<SecurityPolicyViolationEvent>('securitypolicyviolation', ({ disposition, blockedURI }) => {
    if (forbidden.size >= most) forbidden.clear();
    if (disposition === 'enforce') forbidden.add(blockedURI);
  });
}
