import { endpoint, inProject, listProjects, signIn } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addressOf, createClient } from './ask.ts';
import { BadAnswerError, describeFailure, hasCode, NoAnswerError, PartMissingError } from './failure.ts';

function answering(answer: Response | Error) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const client = createClient((url, init) => {
    asked.push({ url: String(url), init });
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { asked, client };
}

const echo = endpoint({
  name: 'echo',
  summary: 'Says it again',
  path: '/api/v1/projects/:project/echo',
  access: 'viewer',
  params: inProject,
  query: z.object({ words: z.string().default('') }),
  answer: z.object({ words: z.string() }),
});

test('parameters stand in the path, filled and escaped; what is empty is not asked', () => {
  expect(
    addressOf('/api/v1/projects/:project/issues/:issue', { project: 'p_1', issue: 'a/b' }, { search: '', limit: 5 }),
  ).toBe('/api/v1/projects/p_1/issues/a%2Fb?limit=5');
});

test('an answer is what its schema says', async () => {
  const { client, asked } = answering(Response.json({ words: 'hello', more: 'of a newer server' }));
  expect(await client.ask(echo, { params: { project: 'p_1' }, query: { words: 'hello' } })).toEqual({ words: 'hello' });
  expect(asked[0]?.url).toBe('/api/v1/projects/p_1/echo?words=hello');
});

test('a body goes out as JSON', async () => {
  const { client, asked } = answering(Response.json({ done: true }));
  await client.ask(signIn, { body: { email: 'a@example.com', password: 'secret' } });
  expect(asked[0]?.init).toMatchObject({ method: 'POST', body: '{"email":"a@example.com","password":"secret"}' });
});

test('a refusal is told by its code, with what to do next', async () => {
  const refusal = { type: 'about:blank', title: 'Nobody is signed in', status: 401, code: 'unauthenticated' };
  const { client } = answering(Response.json(refusal, { status: 401 }));
  const error: unknown = await client.ask(listProjects, {}).catch((caught: unknown) => caught);
  expect(hasCode(error, 'unauthenticated')).toBe(true);
  expect(describeFailure(error)).toMatchObject({
    code: 'unauthenticated',
    again: false,
    help: expect.stringContaining('Sign in'),
  });
});

test("a proxy's page in our place keeps its status", async () => {
  const { client } = answering(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const error: unknown = await client.ask(listProjects, {}).catch((caught: unknown) => caught);
  expect(describeFailure(error)).toMatchObject({ code: 'http_502', again: true });
});

test('no answer, and an answer of another version, are two things', async () => {
  await expect(answering(new TypeError('fetch failed')).client.ask(listProjects, {})).rejects.toThrow(NoAnswerError);
  await expect(answering(Response.json({ other: 1 })).client.ask(listProjects, {})).rejects.toThrow(BadAnswerError);
  const cut = await answering(new Response('{"projects":[{"id":"p_'))
    .client.ask(listProjects, {})
    .catch(describeFailure);
  expect(cut).toMatchObject({ code: 'garbled_answer', again: true });
});

test('a bug of our own is told as one', () =>
  expect(describeFailure(new TypeError('x is undefined'))).toMatchObject({
    code: 'dashboard_bug',
    help: expect.stringContaining('x is undefined'),
  }));

test('a screen whose file is gone, since the server is away or was updated, is not told as a bug', () =>
  expect(describeFailure(new PartMissingError('gone'))).toMatchObject({ code: 'part_missing', again: true }));
