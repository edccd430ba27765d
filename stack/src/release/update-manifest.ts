import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readSigner, releaseLifetime, type Signer, signRelease } from '@comet/admission';
import { systemClock, unixSeconds } from '@comet/foundation';
import { UserError } from '../user-error.ts';
import type { ReleaseOptions } from './options.ts';
import type { ReleasedPackage } from './release.ts';

/** Signs a package of the client: writes the manifest next to it. Publish both in the channel's folder. Returns the line to print. */
export async function writeUpdateManifest(
  { path, name: product, version, architecture }: ReleasedPackage,
  { key, notes, channel }: NonNullable<ReleaseOptions['manifest']>,
): Promise<string> {
  const bytes = await readFile(path);
  const now = unixSeconds(systemClock.now());
  const platform = `linux-${architecture}`;
  const manifest = signRelease(await signerIn(key), {
    ...{ product, platform, version, channel },
    notes: notes === null ? '' : (await readFile(notes, 'utf8')).trim(),
    file: basename(path),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    issued: now,
    expires: now + releaseLifetime,
  });
  const beside = join(dirname(path), `${platform}.json`);
  await writeFile(beside, `${manifest}\n`);
  const until = new Date((now + releaseLifetime) * 1000).toISOString().slice(0, 10);
  return `${beside}  Comet ${version}, valid until ${until}`;
}

async function signerIn(path: string): Promise<Signer> {
  try {
    const signer = readSigner(await readFile(path, 'utf8'));
    if (signer.key.asymmetricKeyType === 'ed25519') return signer;
  } catch {
    // An unreadable key is reported like an invalid one.
  }
  throw new UserError(
    `--key ${path} must be a private key that \`openssl genpkey -algorithm ed25519\` makes.`,
  );
}
