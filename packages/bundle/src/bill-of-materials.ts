import type { EpochMs } from '@sightglass/wire';
import type { ThirdParty } from './third-party.ts';

/** What a bill of materials says of itself. */
export interface BillAbout {
  /** The release's name, such as `orders@1.4.0`. */
  name: string;
  /** Names this bill and no other; an URI, as SPDX wants it. */
  namespace: string;
  at: EpochMs;
}

const creator = 'sightglass';

/** SPDX 2.3, JSON: https://spdx.github.io/spdx-spec/v2.3/ */
export function toSpdx(libraries: readonly ThirdParty[], about: BillAbout): object {
  const packages = libraries.map((library, index) => ({
    name: library.name,
    SPDXID: `SPDXRef-Package-${index + 1}`,
    ...(library.version === undefined ? {} : { versionInfo: library.version }),
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: expressionOf(library) ?? 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purlOf(library) }],
    comment: `Seen at ${library.places.map(({ file, line, column }) => `${file}:${line}:${column}`).join(', ')}`,
  }));
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: about.name,
    documentNamespace: about.namespace,
    creationInfo: { created: secondsOf(about.at), creators: [`Tool: ${creator}`] },
    packages,
    relationships: packages.map(({ SPDXID }) => ({
      spdxElementId: 'SPDXRef-DOCUMENT',
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: SPDXID,
    })),
  };
}

/** CycloneDX 1.6, JSON: https://cyclonedx.org/docs/1.6/json/ */
export function toCycloneDx(libraries: readonly ThirdParty[], about: BillAbout): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: secondsOf(about.at),
      tools: { components: [{ type: 'application', name: creator }] },
      component: { type: 'application', name: about.name, 'bom-ref': 'release' },
    },
    components: libraries.map((library) => {
      const [group, name] = library.name.startsWith('@') ? library.name.split('/') : [undefined, library.name];
      const expression = expressionOf(library);
      return {
        type: 'library',
        'bom-ref': purlOf(library),
        ...(group === undefined ? {} : { group }),
        name,
        ...(library.version === undefined ? {} : { version: library.version }),
        purl: purlOf(library),
        ...(expression === undefined ? {} : { licenses: [{ expression }] }),
        ...(library.about === '' ? {} : { description: library.about }),
        evidence: { occurrences: library.places.map(({ file, line, offset }) => ({ location: file, line, offset })) },
      };
    }),
  };
}

/** https://github.com/package-url/purl-spec: the scope's `@` is escaped. */
function purlOf({ name, version }: ThirdParty): string {
  return `pkg:npm/${name.replace('@', '%40')}${version === undefined ? '' : `@${encodeURIComponent(version)}`}`;
}

/** An SPDX expression; manifests also say `SEE LICENSE IN …` and worse, which is none. */
function expressionOf({ licence }: ThirdParty): string | undefined {
  return licence !== undefined && /^[\w.+()-]+(?: (?:AND|OR|WITH) [\w.+()-]+)*$/.test(licence) ? licence : undefined;
}

const secondsOf = (at: EpochMs) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
