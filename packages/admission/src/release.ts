import { err, madeOnce, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { openDocument, type Signer, signDocument, type Verifiers } from './signed-document.ts';

/** Bytes of the largest package that is fetched; ours have a fifth of them. */
export const largestPackage = 256 * 1024 * 1024;

/** Seconds for which one signature of a release may be believed: who withholds newer ones can do so for that long and no longer. */
export const releaseLifetime = 90 * 24 * 3600;

const number = '(?:0|[1-9][0-9]{0,4})';
/** Made with the first release that is read: a start does without. */
const manifestForm = madeOnce(() => {
  const version = z.string().check(z.regex(new RegExp(`^${number}\\.${number}\\.${number}$`)));
  const word = z.string().check(z.regex(/^[a-z0-9]{1,20}(?:-[a-z0-9]{1,20})?$/));

  return z.object({
    product: word,
    /** System and architecture, as Debian calls it: `linux-amd64`. */
    platform: word,
    channel: word,
    version,
    /** What is new, in words for those who use it. */
    notes: z.string().check(z.maxLength(4_000)),
    /** The package lies beside its manifest, under this name. */
    file: z.string().check(z.regex(/^[a-z0-9-]{1,40}_[0-9.]{5,20}_[a-z0-9]{2,10}\.deb$/)),
    bytes: z.int().check(z.minimum(1)),
    /** SHA-256 of the package, in hex. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** Unix seconds. */
    issued: z.int(),
    expires: z.int(),
  });
});

/** What a release says of itself: it is signed whole, so that no part of it can be put beside another's. */
export type ReleaseManifest = z.output<ReturnType<typeof manifestForm>>;

export type ReleaseRefusal =
  | 'unreadable'
  | 'signature_wrong'
  | 'other_product'
  | 'not_yet_valid'
  | 'expired'
  | 'older'
  | 'too_large';

/** What asks for a release, and when (unix seconds). */
export interface ReleaseExpected {
  readonly product: string;
  readonly platform: string;
  readonly channel: string;
  /** What is installed: nothing older is taken. */
  readonly version: string;
  readonly now: number;
}

/** Seconds by which the clocks of who signs and who checks may differ. A user's machine is not a server. */
const clockSkew = 3600;

export function signRelease(signer: Signer, release: ReleaseManifest): string {
  return signDocument('release', signer, manifestForm().parse(release));
}

/** What a signed release says, once all of it holds for who asks. It may be of the version that is installed. */
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
  if (release.bytes > largestPackage) return err('too_large');
  return ok(release);
}

/** Whether a version comes after another; both are three numbers. */
export function isNewer(version: string, than: string): boolean {
  const one = version.split('.').map(Number);
  const other = than.split('.').map(Number);
  const at = one.findIndex((part, place) => part !== other[place]);
  return at !== -1 && (one[at] ?? 0) > (other[at] ?? 0);
}
