import { expect, test } from 'vitest';
import { sbomText } from './sbom.ts';

const zod = { registry: 'npm', name: 'zod', version: '4.6.7', licence: 'MIT', texts: [] } as const;
const argon2 = { ...zod, name: '@node-rs/argon2', version: '2.0.2' };
const serde = { ...zod, registry: 'cargo', name: 'serde', licence: 'MIT OR Apache-2.0' } as const;
const options = { name: 'comet-control', version: '0.1.0', date: 1_700_000_000 };

interface Sbom {
  readonly creationInfo: { readonly created: string };
  readonly packages: readonly {
    readonly SPDXID: string;
    readonly name: string;
    readonly licenseDeclared: string;
    readonly externalRefs?: readonly { readonly referenceLocator: string }[];
  }[];
  readonly relationships: readonly { readonly relatedSpdxElement: string }[];
}

test('the bill of materials names the package and each library once, with licence and package URL', () => {
  const text = sbomText({ ...options, libraries: [zod, zod, argon2, serde] });
  const { creationInfo, packages, relationships } = JSON.parse(text) as Sbom;
  expect(creationInfo.created).toBe('2023-11-14T22:13:20Z');
  expect(packages.map(({ name, licenseDeclared }) => [name, licenseDeclared])).toEqual([
    ['comet-control', 'GPL-3.0-only'],
    ['serde', 'MIT OR Apache-2.0'],
    ['@node-rs/argon2', 'MIT'],
    ['zod', 'MIT'],
  ]);
  expect(packages[2]?.externalRefs?.[0]?.referenceLocator).toBe('pkg:npm/%40node-rs/argon2@2.0.2');
  expect(relationships.map(({ relatedSpdxElement }) => relatedSpdxElement)).toEqual(
    packages.map(({ SPDXID }) => SPDXID),
  );
});

test('the same libraries in another order make the same text, and a sentence is no licence', () => {
  const made = (libraries: readonly (typeof zod | typeof argon2 | typeof serde)[]) =>
    sbomText({ ...options, libraries });
  expect(made([serde, zod])).toBe(made([zod, serde]));
  const { packages } = JSON.parse(
    sbomText({ ...options, libraries: [{ ...zod, licence: 'SEE LICENSE IN x' }] }),
  ) as Sbom;
  expect(packages[1]?.licenseDeclared).toBe('NOASSERTION');
});
