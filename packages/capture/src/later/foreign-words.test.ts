import { refusalIn, refusedFields, refuses, scrubLabel, scrubMessage } from '@sightglass/privacy';
import { expect, test } from 'vitest';
import { createKnownTexts } from '../privacy/known.ts';
import { identityOf } from './identity.ts';
import { operationOf } from './operation.ts';

const known = createKnownTexts();
const none = new URLSearchParams();

test.each([
  [{ operationName: 'Claims', query: '{ claims { id } }' }, 'Claims'],
  [{ query: 'mutation ApproveClaim($id: ID!) { approve(id: $id) { id } }' }, 'ApproveClaim'],
  [{ query: '{ viewer { id } }' }, 'viewer'],
  [{ jsonrpc: '2.0', method: 'orders.list' }, 'orders.list'],
  [{ operationName: '9f8e7d6c5b4a', extensions: {} }, undefined],
  [{ query: 'oiled hinges' }, undefined],
])('what is asked for at one address is told by its name, and by nothing else: %j', (body, name) =>
  expect(operationOf(body, none, known)).toBe(name),
);

test('a refusal is understood in any language, and so are the fields that it names', () => {
  const body = {
    fehler: {
      code: 'UNGUELTIG',
      meldung: 'Bitte prüfen.',
      felder: { grund: 'Der Grund muss mindestens 5 Zeichen haben.' },
    },
  };
  expect(refusalIn(body, known)).toMatchObject({ errorCode: 'UNGUELTIG', errorCodeAt: 'fehler.code' });
  expect(refusedFields(body, known)).toEqual([
    { field: 'grund', message: 'Der Grund muss mindestens 5 Zeichen haben.' },
  ]);
  expect(refusalIn({ errors: [{ message: 'Not yours', extensions: { code: 'FORBIDDEN' } }] }, known).errorCode).toBe(
    'FORBIDDEN',
  );
  expect([{ errors: [{ message: 'x' }] }, { ok: false }, { items: [] }].map(refuses)).toEqual([true, true, false]);
});

test.each([
  ['Die Buchung hat nicht den passenden Status.', 'Die Buchung hat nicht den passenden Status.'],
  ['Der Gast Fentje Abramczik ist gesperrt', '{name} ist gesperrt'],
  ['Sie haben Hartung eingeladen', 'Sie haben {name} eingeladen'],
])('German nouns after their article stay, names go: %s', (message, told) =>
  expect(scrubMessage(message, known, { ofRefusal: true })).toBe(told),
);

test('a moment in a label goes as one', () =>
  expect(scrubLabel('Since 2026-11-21T04:14:00.123Z', known)).toBe('Since {date}'));

test('a thing is told from others by its own code, not by the id of what it belongs to', () => {
  expect(identityOf(['code', 'guestId', 'status'], 'buchungen')).toBe('code');
  expect(identityOf(['buchungNr', 'guestId'], 'buchungen')).toBe('buchungNr');
});
