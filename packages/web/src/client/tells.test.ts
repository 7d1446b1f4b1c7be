import { expect, test } from 'vitest';
import { tells } from './tells.ts';

const none = { views: 0, actions: 0, calls: 0, errors: 0, frustrations: 0, replay: false };

test('none is none where the SDK would have told; else it is not shown', () => {
  expect(tells({ ...none, intake: 'sightglass' }, 'frustrations')).toBe(true);
  expect(tells({ ...none, intake: 'datadog', views: 2 }, 'frustrations')).toBe(true);
  expect(tells({ ...none, intake: 'sentry', views: 2, replay: true }, 'frustrations')).toBe(true);
  expect(tells({ ...none, intake: 'sentry', views: 2 }, 'frustrations')).toBe(false);
  expect(tells({ ...none, intake: 'rrweb', views: 2, replay: true }, 'calls')).toBe(false);
  expect(tells({ ...none, intake: 'rrweb', calls: 1 }, 'calls')).toBe(true);
});

test('a visit had a view, also where nobody told of one', () => {
  for (const intake of ['datadog', 'sentry', 'rrweb']) expect(tells({ ...none, intake }, 'views')).toBe(false);
});
