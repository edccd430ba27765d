import type { Library } from './notices.ts';

interface SbomOptions {
  /** The package. */
  readonly name: string;
  readonly version: string;
  readonly libraries: readonly Library[];
  /** Seconds; see `sourceDate`. */
  readonly date: number;
}

/** Returns the software bill of materials of a package, the same for the same libraries. */
export function sbomText({ name, version, libraries, date }: SbomOptions): string {
  const contents = libraries.map((library) => ({
    name: library.name,
    version: library.version,
    licence: isExpression(library.licence) ? library.licence : 'NOASSERTION',
    purl: purlOf(library),
  }));
  return spdxText({ name, version, date, tool: 'npm-run-package', contents });
}

/** A part of a package or an image. */
export interface Content {
  readonly name: string;
  readonly version: string;
  /** SPDX expression or NOASSERTION. */
  readonly licence: string;
  /** Package URL: github.com/package-url/purl-spec. */
  readonly purl: string;
}

interface SpdxOptions extends Omit<SbomOptions, 'libraries'> {
  readonly tool: string;
  /** Duplicates of a purl are left out. */
  readonly contents: readonly Content[];
}

/** Returns a bill of materials as SPDX 2.3 in JSON (spdx.github.io/spdx-spec/v2.3), sorted by purl. */
export function spdxText({ name, version, date, tool, contents }: SpdxOptions): string {
  const own = { SPDXID: 'SPDXRef-Package', name, versionInfo: version, licenseDeclared: 'GPL-3.0-only' };
  const distinct = new Map(contents.map((content) => [content.purl, content]));
  const others = [...distinct.values()].toSorted((one, other) => (one.purl < other.purl ? -1 : 1));
  const packages = [
    { ...own, ...unstated },
    ...others.map((content, index) => ({
      SPDXID: `SPDXRef-Library-${index + 1}`,
      name: content.name,
      versionInfo: content.version,
      licenseDeclared: content.licence,
      ...unstated,
      externalRefs: [
        { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: content.purl },
      ],
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
      creators: [`Tool: ${tool}`],
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
