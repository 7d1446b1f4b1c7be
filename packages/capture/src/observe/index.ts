import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { observeActions } from './actions.ts';
import { observeConsole } from './console.ts';
import { observeErrors, type Thrown } from './errors.ts';
import { observeFetch } from './fetch.ts';
import { observeForbidden } from './forbidden.ts';
import { observeTyped } from './typed.ts';
import { observeViews, type Views } from './views.ts';
import { observeXhr } from './xhr.ts';

/** Starts the observers of what cannot be asked for afterwards; one that cannot start costs only itself. */
export function observeFirst(scene: Scene, waiting: Waiting): { views: Views; thrown: Thrown } {
  scene.guard.run(() => observeTyped(scene));
  scene.guard.run(() => observeForbidden(scene));
  const views = observeViews(scene, waiting);
  const thrown = observeErrors(scene, waiting);
  for (const observe of [observeActions, observeFetch, observeXhr, observeConsole])
    scene.guard.run(() => observe(scene, waiting));
  return { views, thrown };
}
