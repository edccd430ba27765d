import { z } from 'zod';
import { type Content, spdxText } from '../packages/sbom.ts';

interface ImageSbomOptions {
  /** The image. */
  readonly name: string;
  readonly version: string;
  /** Content of /var/lib/dpkg/status in the image. */
  readonly status: string;
  /** The bill of materials of our package inside; null for none. */
  readonly own: string | null;
  /** Seconds; see `sourceDate`. */
  readonly date: number;
}

/** The used fields of a bill of materials of `npm run package`. */
const spdx = z.looseObject({
  packages: z.array(
    z.looseObject({
      name: z.string(),
      versionInfo: z.string(),
      licenseDeclared: z.string(),
      externalRefs: z.optional(z.array(z.looseObject({ referenceLocator: z.string() }))),
    }),
  ),
});

/** Returns the bill of materials of an image: its Debian packages, and the libraries in ours. */
export function imageSbom({ name, version, status, own, date }: ImageSbomOptions): string {
  const libraries = own === null ? [] : librariesIn(own);
  return spdxText({
    name,
    version,
    date,
    tool: 'npm-run-images',
    contents: [...debsIn(status), ...libraries],
  });
}

function librariesIn(text: string): readonly Content[] {
  const { packages } = spdx.parse(JSON.parse(text));
  return packages.flatMap(({ name, versionInfo, licenseDeclared: licence, externalRefs }) => {
    const purl = externalRefs?.[0]?.referenceLocator;
    return purl === undefined ? [] : [{ name, version: versionInfo, licence, purl }];
  });
}

/** Returns the installed packages in a file of dpkg (deb822(5)). */
function debsIn(status: string): readonly Content[] {
  return status.split('\n\n').flatMap((paragraph) => {
    const field = (name: string): string =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1]?.trim() ?? '';
    const [name, version] = [field('Package'), field('Version')];
    if (name === '' || field('Status') !== 'install ok installed') return [];
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${field('Architecture')}`;
    return [{ name, version, licence: 'NOASSERTION', purl }];
  });
}
