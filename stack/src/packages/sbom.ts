import type { Library } from './notices.ts';

interface SbomOptions {
  /** The package. */
  readonly name: string;
  readonly version: string;
  readonly libraries: readonly Library[];
  /** Seconds; see `sourceDate`. */
  readonly date: number;
}

/** Returns the software bill of materials of a package: SPDX 2.3 as JSON (spdx.github.io/spdx-spec/v2.3), the same for the same libraries. */
export function sbomText({ name, version, libraries, date }: SbomOptions): string {
  const own = { SPDXID: 'SPDXRef-Package', name, versionInfo: version, licenseDeclared: 'GPL-3.0-only' };
  const distinct = new Map(libraries.map((library) => [purlOf(library), library]));
  const others = [...distinct].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const packages = [
    { ...own, ...unstated },
    ...others.map(([purl, { name: library, version: versionInfo, licence }], index) => ({
      SPDXID: `SPDXRef-Library-${index + 1}`,
      name: library,
      versionInfo,
      licenseDeclared: isExpression(licence) ? licence : 'NOASSERTION',
      ...unstated,
      externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
    })),
  ];
  const describes = { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES' };
  const contains = { spdxElementId: own.SPDXID, relationshipType: 'CONTAINS' };
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${name}-${version}`,
    documentNamespace: `https://comet.example/spdx/${name}-${version}-${date}`,
    creationInfo: {
      created: new Date(date * 1000).toISOString().replace('.000', ''),
      creators: ['Tool: npm-run-package'],
    },
    packages,
    relationships: [
      { ...describes, relatedSpdxElement: own.SPDXID },
      ...packages.slice(1).map(({ SPDXID }) => ({ ...contains, relatedSpdxElement: SPDXID })),
    ],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** Fields that SPDX requires and that we do not examine. */
const unstated = {
  downloadLocation: 'NOASSERTION',
  filesAnalyzed: false,
  licenseConcluded: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
};

/** Package URL (github.com/package-url/purl-spec): the scope of an npm name is percent-encoded. */
const purlOf = ({ registry, name, version }: Library): string =>
  `pkg:${registry}/${name.replace(/^@/, '%40')}@${version}`;

/** Returns whether a published licence seems to be an SPDX expression and not a sentence. */
const isExpression = (licence: string): boolean =>
  licence !== 'unknown' && /^[\w.+() -]+$/.test(licence) && !/^see /i.test(licence);
