import { expect, test } from 'vitest';
import { nameVariables, placeOf, singular } from './template.ts';

test.each([
  ['/orders/{integer}', '/orders/{orderId}'],
  ['/api/v1/orders/{uuid}/lines/{ulid}', '/api/v1/orders/{orderId}/lines/{lineId}'],
  ['/api/reports/{month}/spend', '/api/reports/{month}/spend'],
  ['/spare-parts/{code}', '/spare-parts/{sparePartId}'],
  ['/categories/{hex}', '/categories/{categoryId}'],
  ['/addresses/{integer}', '/addresses/{addressId}'],
  ['/api/{integer}', '/api/{id}'],
  ['/{uuid}', '/{id}'],
  ['/range/{date}/{date}', '/range/{date}/{date2}'],
  ['/orders/{integer}/{integer}', '/orders/{orderId}/{orderId2}'],
  ['/people/{email}', '/people/{email}'],
  ['#/users/{integer}', '#/users/{userId}'],
  ['/orders/new', '/orders/new'],
  ['GET /{uuid}', 'GET /{id}'],
  ['GET api.example/orders/{integer}', 'GET api.example/orders/{orderId}'],
  ['', ''],
])('%s reads %s', (path, named) => expect(nameVariables(path)).toBe(named));

test('naming twice changes nothing', () =>
  expect(nameVariables(nameVariables('/orders/{integer}'))).toBe('/orders/{orderId}'));

test('a place is the same whatever its variables are called', () => {
  expect(placeOf('/orders/{integer}/')).toBe(placeOf('/orders/{orderId}'));
  expect(placeOf('/')).toBe('/');
  expect(placeOf('/orders/new')).not.toBe(placeOf('/orders/{integer}'));
});

test('nouns that only look like plurals stay', () =>
  expect(['status', 'news', 'analysis', 'access'].map(singular)).toEqual(['status', 'news', 'analysis', 'access']));

test('words that every object of the language knows are words like others', () => {
  expect(['constructor', 'toString', '__proto__'].map(singular)).toEqual(['constructor', 'toString', '__proto__']);
});
