import { expect, test } from 'vitest';
import { nameTemplate, nameVariables, placeOf, singular } from './template.ts';

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

test.each([
  ['new-checkout', 'new-checkout'],
  ['checkout.v2', 'checkout.v2'],
  ['cart_10023', 'cart_{integer}'],
  ['draft:mia.hansen@firm.example', 'draft:{email}'],
  ['filters-0a1b2c3d-1111-4222-8333-444455556666', 'filters-{uuid}'],
  ['user10023:theme', 'user{integer}:theme'],
  ['seen/4f9a0c1be2', 'seen/{hex}'],
  ['cart_{userId}', 'cart_{userId}'],
])('of a name, what may be somebody’s own is a placeholder: %s', (name, told) => expect(nameTemplate(name)).toBe(told));
