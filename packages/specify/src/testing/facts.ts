import type { CallFact, ErrorFact, Facts, ReplayMoment, ScreenFact, Seen } from '@sightglass/wire';

export const noon = Date.UTC(2026, 10, 18, 12);
export const about = {
  project: { id: 'p_000000000001', name: 'Parts Desk' },
  span: { from: noon - 3_600_000, until: noon + 3_600_000 },
  environment: null,
  release: null,
};

export function moment(session = 'session-1', at = noon): ReplayMoment {
  return { type: 'moment', session, at, release: '1.0.0', note: 'seen' };
}

export function seen(given: Partial<Seen> = {}): Seen {
  return {
    sessions: 5,
    visitors: 3,
    observations: 9,
    first: noon,
    last: noon,
    releases: ['1.0.0'],
    sample: [moment()],
    ...given,
  };
}

export function screen(given: Partial<ScreenFact> = {}): ScreenFact {
  return { route: '/orders/{integer}', seen: seen(), titles: [], controls: [], enteredFrom: [], ...given };
}

export function call(given: Partial<CallFact> = {}): CallFact {
  return {
    ...{ method: 'GET', host: '', path: '/api/orders', mime: 'application/json', seen: seen(), failed: 0, p75Ms: 120 },
    ...{
      statuses: [{ status: 200, calls: 9 }],
      query: [],
      requests: [],
      requestsLeftOut: 0,
      responses: [],
      screens: [],
    },
    ...given,
  };
}

export function error(given: Partial<ErrorFact> = {}): ErrorFact {
  return {
    ...{ origin: 'answer', code: 'ORDER_TOO_LARGE', status: 422, host: '', sources: [], messages: [], seen: seen() },
    raisedBy: [{ subject: 'POST /api/orders', times: 9 }],
    ...given,
  };
}

export function facts(given: Partial<Facts> = {}): Facts {
  return {
    basis: { sessions: 5, visitors: 3, releases: ['1.0.0'] },
    ...{ screens: [], calls: [], errors: [], leftOut: { screens: 0, calls: 0, errors: 0 } },
    ...given,
  };
}
