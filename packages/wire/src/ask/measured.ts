import { z } from 'zod';
import { epochMs } from '../ids.ts';
import { vitalName } from '../record/index.ts';
import { replayMoment } from '../statement/index.ts';
import { about, endpoint, inProject } from './endpoint.ts';

const moments = z.array(replayMoment).max(5);

/** The 75th percentile is what the Web Vitals programme judges by: https://web.dev/articles/vitals. `null` where there is no sample. */
const p75 = z.number().nullable();

export const vitalBands: Record<z.infer<typeof vitalName>, { good: number; poor: number; unit: 'ms' | '' }> = {
  LCP: { good: 2500, poor: 4000, unit: 'ms' },
  INP: { good: 200, poor: 500, unit: 'ms' },
  CLS: { good: 0.1, poor: 0.25, unit: '' },
  FCP: { good: 1800, poor: 3000, unit: 'ms' },
  TTFB: { good: 800, poor: 1800, unit: 'ms' },
};

/** As in `listSessions`. */
const search = z.string().max(2_000).default('');

const band = z.object({ good: z.number().int(), needsImprovement: z.number().int(), poor: z.number().int() });

export const vitals = endpoint({
  name: 'vitals',
  summary: 'Web Vitals: for the project and by route, with bands, number of samples and trend',
  path: '/api/v1/projects/:project/vitals',
  access: 'viewer',
  params: inProject,
  query: about.extend({
    route: z.string().max(1024).default(''),
    /** Asked of the sessions that were measured, and of the route. */
    search,
  }),
  answer: z.object({
    overall: z.array(z.object({ name: vitalName, p75, samples: z.number().int(), bands: band })),
    /** Busiest route first; at most 500 routes. */
    routes: z.array(
      z.object({
        route: z.string(),
        vitals: z.array(z.object({ name: vitalName, p75, samples: z.number().int(), bands: band })),
      }),
    ),
    bucketMs: z.number().int(),
    trend: z.array(z.object({ name: vitalName, at: epochMs, p75, samples: z.number().int() })),
  }),
});

export const calls = endpoint({
  name: 'calls',
  summary: 'Calls (fetch and XHR) by method, host and path template; most frequent first, at most 500',
  path: '/api/v1/projects/:project/calls',
  access: 'viewer',
  params: inProject,
  query: about.extend({
    /** What is told of a call is asked of it, everything else of its session. */
    search,
  }),
  answer: z.object({
    calls: z.array(
      z.object({
        method: z.string(),
        host: z.string(),
        path: z.string(),
        calls: z.number().int(),
        failed: z.number().int(),
        p50Ms: p75,
        p75Ms: p75,
        p95Ms: p75,
        statuses: z.array(z.object({ status: z.number().int(), calls: z.number().int() })),
        trend: z.array(z.object({ at: epochMs, calls: z.number().int(), failed: z.number().int() })),
        moments,
      }),
    ),
    bucketMs: z.number().int(),
    leftOut: z.number().int(),
  }),
});

export const routes = endpoint({
  name: 'routes',
  summary: 'Screens that were visited; most visited first, at most 500',
  path: '/api/v1/projects/:project/routes',
  access: 'viewer',
  params: inProject,
  query: about,
  answer: z.object({
    routes: z.array(
      z.object({
        route: z.string(),
        title: z.string(),
        views: z.number().int(),
        sessions: z.number().int(),
        visitors: z.number().int(),
        actions: z.number().int(),
        errors: z.number().int(),
        frustrations: z.number().int(),
        medianDurationMs: z.number().nullable(),
        last: epochMs,
      }),
    ),
    leftOut: z.number().int(),
  }),
});

const facetValues = z.array(z.object({ value: z.string(), sessions: z.number().int() }));

export const facets = endpoint({
  name: 'facets',
  summary:
    'What sessions of the span that fit the search can be told apart by, most frequent first, at most 100 values each',
  path: '/api/v1/projects/:project/facets',
  access: 'viewer',
  params: inProject,
  query: about.extend({ search }),
  answer: z.object({
    environments: facetValues,
    releases: facetValues,
    roles: facetValues,
    browsers: facetValues,
    devices: facetValues,
    systems: facetValues,
    countries: facetValues,
    languages: facetValues,
    timeZones: facetValues,
    referrers: facetValues,
    entries: facetValues,
    intakes: facetValues,
  }),
});

export const sessionTrend = endpoint({
  name: 'sessionTrend',
  summary: 'How many sessions that fit the search began when, and in how many of them something went wrong',
  path: '/api/v1/projects/:project/sessions-trend',
  access: 'viewer',
  params: inProject,
  query: about.extend({ search }),
  answer: z.object({
    bucketMs: z.number().int(),
    trend: z.array(
      z.object({
        at: epochMs,
        sessions: z.number().int(),
        /** With an error, a failed call or a frustration. */
        troubled: z.number().int(),
      }),
    ),
  }),
});

export const searchValues = endpoint({
  name: 'searchValues',
  summary: 'Values of a name of the search that hold a text and were seen in the span, most frequent first, at most 20',
  path: '/api/v1/projects/:project/search-values',
  access: 'viewer',
  params: inProject,
  query: about.extend({
    /** A name as one may write it in a search; of one that has no values to list the answer is empty. */
    key: z.string().min(1).max(300),
    /** Part of the value, whatever its case. */
    part: z.string().max(200).default(''),
  }),
  answer: z.object({
    values: z.array(
      z.object({
        value: z.string(),
        sessions: z.number().int(),
        /** What it is called, where the value itself says nothing to people. */
        says: z.string().optional(),
      }),
    ),
  }),
});
