import type { Columns } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { tellStarting } from './while-starting.ts';

test('a question that meets half-made tables is told to come again; once they are made, what fails is a mistake of ours', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let fault: Error = new Error('Unknown table expression identifier');
  const ask = () => Promise.reject(fault);
  const columns = tellStarting({ ask } as unknown as Columns, promise);
  const told = () => columns.ask('SELECT 1').catch((error: unknown) => error);
  expect(await told()).toMatchObject({ code: 'engine_unavailable', retryAfter: 2, cause: fault });
  fault = new SightglassError('query_timeout');
  expect(await told()).toBe(fault);
  fault = new Error('Missing columns');
  resolve();
  await promise;
  expect(await told()).toBe(fault);
});
