import { expect, test } from 'vitest';
import { toCycloneDx, toSpdx } from './bill-of-materials.ts';
import type { ThirdParty } from './third-party.ts';

const at = { file: 'app.js', line: 3, column: 7, offset: 120 };
const libraries: ThirdParty[] = [
  {
    name: '@scope/ui',
    version: '4.1.0',
    licence: 'MIT',
    about: 'Parts of a page',
    length: 900,
    files: ['app.js'],
    places: [at],
  },
  {
    name: 'old',
    version: undefined,
    licence: 'SEE LICENSE IN LICENSE.md',
    about: '',
    length: 90,
    files: ['app.js'],
    places: [at],
  },
];
const about = { name: 'orders@1.4.0', namespace: 'urn:example:orders:1', at: Date.UTC(2026, 0, 2, 3, 4, 5, 678) };

test('SPDX names each library once, asserts nothing that is not known, and says where it was seen', () => {
  expect(toSpdx(libraries, about)).toMatchObject({
    spdxVersion: 'SPDX-2.3',
    creationInfo: { created: '2026-01-02T03:04:05Z' },
    packages: [
      {
        name: '@scope/ui',
        versionInfo: '4.1.0',
        licenseDeclared: 'MIT',
        licenseConcluded: 'NOASSERTION',
        comment: 'Seen at app.js:3:7',
      },
      { name: 'old', licenseDeclared: 'NOASSERTION', externalRefs: [{ referenceLocator: 'pkg:npm/old' }] },
    ],
    relationships: [{ relatedSpdxElement: 'SPDXRef-Package-1' }, { relatedSpdxElement: 'SPDXRef-Package-2' }],
  });
});

test('CycloneDX has group, purl and licence of each', () => {
  expect(toCycloneDx(libraries, about)).toMatchObject({
    specVersion: '1.6',
    components: [
      { group: '@scope', name: 'ui', purl: 'pkg:npm/%40scope/ui@4.1.0', licenses: [{ expression: 'MIT' }] },
      { name: 'old', purl: 'pkg:npm/old' },
    ],
  });
});
