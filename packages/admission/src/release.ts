import { err, lazyValue, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { openDocument, type Signer, signDocument, type Verifiers } from './signed-document.ts';

/** Maximum package size in bytes: five times that of a current package. */
export const maxPackageBytes = 256 * 1024 * 1024;

/** Maximum validity of a release's signature in seconds, which limits how long an attacker can withhold newer releases. */
export const releaseLifetime = 90 * 24 * 3600;

const number = '(?:0|[1-9][0-9]{0,4})';
/** Created when the first release is read, to keep the start fast. */
const manifestForm = lazyValue(() => {
  const version = z.string().check(z.regex(new RegExp(`^${number}\\.${number}\\.${number}$`)));
  const word = z.string().check(z.regex(/^[a-z0-9]{1,20}(?:-[a-z0-9]{1,20})?$/));

  return z.object({
    product: word,
    /** System and architecture as in Debian: `linux-amd64`. */
    platform: word,
    channel: word,
    version,
    /** Release notes for users. */
    notes: z.string().check(z.maxLength(4_000)),
    /** The file name of the package, in the folder of its manifest. */
    file: z.string().check(z.regex(/^[a-z0-9-]{1,40}_[0-9.]{5,20}_[a-z0-9]{2,10}\.deb$/)),
    bytes: z.int().check(z.minimum(1)),
    /** SHA-256 of the package, in hex. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** Unix seconds. */
    issued: z.int(),
    expires: z.int(),
  });
});

/** A release's manifest. It is signed as a whole, so that parts of two releases cannot be combined. */
export type ReleaseManifest = z.output<ReturnType<typeof manifestForm>>;

export type ReleaseRefusal =
  | 'unreadable'
  | 'signature_wrong'
  | 'other_product'
  | 'not_yet_valid'
  | 'expired'
  | 'older'
  | 'too_large';

/** The installation that requests a release, and the time in unix seconds. */
interface ReleaseExpected {
  readonly product: string;
  readonly platform: string;
  readonly channel: string;
  /** The installed version; an older one is refused. */
  readonly version: string;
  readonly now: number;
}

/** Maximum difference in seconds between the clocks of signer and verifier; larger than for servers, since this runs on users' machines. */
const clockSkew = 3600;

/** Returns the signed document of a release. Throws if the manifest is invalid. */
export function signRelease(signer: Signer, release: ReleaseManifest): string {
  return signDocument('release', signer, manifestForm().parse(release));
}

/** Returns the manifest of a signed release that is valid for this installation; it may be of the installed version. */
export function checkRelease(
  verifiers: Verifiers,
  document: string,
  expected: ReleaseExpected,
): Result<ReleaseManifest, ReleaseRefusal> {
  const opened = openDocument('release', verifiers, document.trim());
  if (!opened.ok) return err(opened.error === 'malformed' ? 'unreadable' : 'signature_wrong');
  const parsed = manifestForm().safeParse(opened.value);
  if (!parsed.success) return err('unreadable');
  const release = parsed.data;
  const { product, platform, channel, now } = expected;
  if (release.product !== product || release.platform !== platform || release.channel !== channel)
    return err('other_product');
  if (release.issued > now + clockSkew) return err('not_yet_valid');
  if (now > release.expires + clockSkew || release.expires - release.issued > releaseLifetime)
    return err('expired');
  if (isNewer(expected.version, release.version)) return err('older');
  if (release.bytes > maxPackageBytes) return err('too_large');
  return ok(release);
}

/** Whether a version is newer than another; both are three numbers. */
export function isNewer(version: string, than: string): boolean {
  const one = version.split('.').map(Number);
  const other = than.split('.').map(Number);
  const at = one.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
