import { readFile } from 'node:fs/promises';
import { readVerifiers, type Verifiers } from '@comet/admission';
import { jsonOf } from '@comet/foundation';
import * as z from 'zod/mini';

/** Source and signing keys of this package's releases: a file of the package, not a setting. */
export interface ReleaseSource {
  /** URL of the folder with the manifests of the channel and the packages; ends in a slash. */
  readonly folder: URL;
  readonly channel: string;
  readonly verifiers: Verifiers;
}

const source = z.object({
  folder: z.url(),
  channel: z.string().check(z.regex(/^[a-z0-9]{1,20}$/)),
  keys: z
    .array(z.object({ kid: z.string(), publicKey: z.string().check(z.regex(/^[\w-]{43}$/)) }))
    .check(z.minLength(1), z.maxLength(4)),
});

/**
 * Reads that file; null if there is none, because the package came from a repository that also has newer versions. Throws for an
 * invalid file. `mayBePlain`: allows plain HTTP, for a lab; the content is signed, TLS only hides the request.
 */
export async function readReleaseSource(path: string, mayBePlain: boolean): Promise<ReleaseSource | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = source.safeParse(jsonOf(text));
  const folder = parsed.success ? URL.parse(parsed.data.folder) : null;
  const plain = folder?.protocol === 'http:' && mayBePlain;
  if (!parsed.success || folder === null || !(folder.protocol === 'https:' || plain))
    throw new Error(`${path} contains no source of releases`);
  if (!folder.pathname.endsWith('/') || `${folder.username}${folder.search}${folder.hash}` !== '')
    throw new Error(`${path} must name a folder, with a slash at its end`);
  return { folder, channel: parsed.data.channel, verifiers: readVerifiers(parsed.data.keys) };
}

/** The platform name of a release for this machine, with Debian's name of the architecture: `linux-amd64`. */
export function platformOf(architecture: string): string {
  return `linux-${architecture === 'x64' ? 'amd64' : architecture}`;
}
