import type { AnswerOf, issue, issueEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { issueTicket } from './ticket.ts';

const at = 1_790_000_000_000;

test('a report of an issue says whom it meets, where in the sources it is, what led to it, and names nobody', () => {
  const about = {
    ...{ type: 'TypeError', message: 'reading `id`', times: 43, visitors: 20, sessions: 1, first: at - 1, last: at },
    ...{ firstRelease: '', lastRelease: '1.1.0', source: 'uncaught', handled: false, place: 'src/cart.ts in total' },
    facets: { routes: [{ value: '/orders/{uuid}', times: 43 }], roles: [], browsers: [] },
  } as unknown as AnswerOf<typeof issue>; // what is not told of is left out
  const frame = (owner: string, line: number) => ({
    ...{ owner, package: owner === 'third-party' ? 'react-dom' : '', why: '' },
    raw: { host: '', file: '/app.js', function: 'k', line: 1, column: 9 },
    original: {
      file: 'src/cart.ts',
      line,
      column: 3,
      function: 'total',
      lines: { first: line, text: ['  return cart.id;'] },
    },
  });
  const event = {
    event: { at, message: 'reading `id`', visitor: 'ada@example.com' },
    thrown: [{ type: 'TypeError', message: '', frames: [frame('product', 12), frame('third-party', 1)] }],
    call: null,
    breadcrumbs: [{ at: at - 500, kind: 'resource', text: 'GET /api/carts/{uuid} 500', failed: true }],
  } as unknown as AnswerOf<typeof issueEvent>;
  const text = issueTicket(about, event, { issue: 'https://here.example/i', session: 'https://here.example/s' });
  expect(text).toContain('# TypeError: reading \\`id\\`\n\n[The issue](https://here.example/i)');
  expect(text).toContain('| Met | 43 times, by 20 people, in 1 session |');
  expect(text).toContain('| Screens | `/orders/{orderId}` |');
  expect(text).toContain('at total (src/cart.ts:12:3)\n    return cart.id;\n    … 1 frame of react-dom');
  expect(text).toContain('1. 500 ms before: call `GET /api/carts/{cartId} 500`, failed\n1. reading');
  expect(text).not.toContain('ada@');
});
