import { parseSearch } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { searchOfError } from './error-text.ts';

const asked = `error:TypeError "Cannot read properties of undefined (reading 'toFixed')"`;

test.each([
  "TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "Uncaught TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "TypeError: Cannot read properties of undefined (reading 'toFixed')\n    at Ky (https://shop.example/app.js:9:74990)\n    at Rn (app.js:8:1)",
  "Uncaught TypeError: Cannot read properties of undefined (reading 'toFixed')\n    Ky https://shop.example/app.js:9\n    Rn app.js:8",
  "TypeError: Cannot read properties of undefined (reading 'toFixed')\nKy@https://shop.example/app.js:9:74990\nRn@app.js:8:1",
  "TypeError: Cannot read properties of undefined (reading 'toFixed') Ky@https://shop.example/app.js:9:74990 Rn@app.js:8:1",
  // A field of one line takes the breaks out of what is pasted.
  "TypeError: Cannot read properties of undefined (reading 'toFixed')    at Ky (https://shop.example/app.js:9:74990)",
])('an error is looked for by its text, as a browser tells it: %s', (text) => {
  expect(searchOfError(text)).toBe(asked);
  expect(parseSearch(asked).error).toBeUndefined();
});

test.each([
  ['AxiosError: Request failed with status code 404', 'error:AxiosError "Request failed with status code"'],
  ['Error: Order 10423 of "Otto" was not found', 'error:Error "Order" "was not found"'],
  ['Error: 404', 'error:Error'],
])('what data filled in is kept of no error, and not looked for: %s', (text, search) => {
  expect(searchOfError(text)).toBe(search);
  expect(parseSearch(search).error).toBeUndefined();
});

test('of a text of any length as much is looked for as a search may hold', () => {
  const search = searchOfError(`Error: ${'it broke at a '.repeat(10_000)}`) ?? '';
  expect(search).toContain('it broke');
  expect(parseSearch(search).error).toBeUndefined();
});

test.each(['Cannot read properties', 'role:admin', 'error:TypeError', 'Error: ', ''])('this is no error: %j', (text) =>
  expect(searchOfError(text)).toBeUndefined(),
);
