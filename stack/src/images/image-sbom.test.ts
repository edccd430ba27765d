import { expect, test } from 'vitest';
import { sbomText } from '../packages/sbom.ts';
import { imageSbom } from './image-sbom.ts';

const status = `Package: libc6
Status: install ok installed
Architecture: amd64
Version: 2.36-9+deb12u14

Package: old
Status: deinstall ok config-files
Architecture: amd64
Version: 1

Package: comet-control
Status: install ok installed
Architecture: amd64
Version: 0.1.0
`;
const library = {
  registry: 'npm',
  name: '@node-rs/argon2',
  version: '2.0.2',
  licence: 'MIT',
  texts: [],
} as const;
const own = sbomText({ name: 'comet-control', version: '0.1.0', libraries: [library], date: 1 });
const image = { name: 'comet-control', version: '0.1.0', status, date: 1 };

interface Document {
  readonly packages: readonly { readonly externalRefs?: readonly { readonly referenceLocator: string }[] }[];
}
const purlsIn = (text: string) =>
  (JSON.parse(text) as Document).packages.flatMap(({ externalRefs = [] }) =>
    externalRefs.map(({ referenceLocator }) => referenceLocator),
  );

test('lists the installed Debian packages and the libraries in ours', () => {
  expect(purlsIn(imageSbom({ ...image, own }))).toEqual([
    'pkg:deb/debian/comet-control@0.1.0?arch=amd64',
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64',
    'pkg:npm/%40node-rs/argon2@2.0.2',
  ]);
});

test('lists Debian packages alone for an image without a package of ours', () => {
  expect(purlsIn(imageSbom({ ...image, own: null }))).toHaveLength(2);
});

test('rejects a bill of materials of another format', () => {
  expect(() => imageSbom({ ...image, own: '{"bomFormat":"CycloneDX"}' })).toThrow('packages');
});
