import { parseSearch } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { searchOfError } from './error-text.ts';

const asked = `error:TypeError "Cannot read properties of undefined (reading 'toFixed')"`;

test.each([
  "TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "Uncaught TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'toFixed')",
  "TypeError: Cannot read properties of undefined (reading 'toFixed')\n    at Ky (https://shop.example/app.js:9:74990)\n    at Rn (app.js:8:1)",
  // A field of one line takes the breaks out of what is pasted.
  "TypeError: Cannot read properties of undefined (reading 'toFixed')    at Ky (https://shop.example/app.js:9:74990)",
])('an error is looked for by its text, as a browser tells it: %s', (text) => {
  expect(searchOfError(text)).toBe(asked);
  expect(parseSearch(asked).error).toBeUndefined();
});

test.each(['Cannot read properties', 'role:admin', 'error:TypeError', 'Error: ', ''])('this is no error: %j', (text) =>
  expect(searchOfError(text)).toBeUndefined(),
);
