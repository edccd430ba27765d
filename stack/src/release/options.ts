import { parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';
import { inRepository } from '../repository.ts';

/** The arguments of `npm run release --`. */
export interface ReleaseOptions {
  /** Package files. */
  readonly paths: readonly string[];
  /** Images to sign; null for none. */
  readonly images: ImagesOptions | null;
  /** The manifest of the client's update: private key (PEM), file with the notes, and channel; null for none. */
  readonly manifest: { readonly key: string; readonly notes: string | null; readonly channel: string } | null;
  /** The package repository; null for none. */
  readonly repository: RepositoryOptions | null;
}

interface ImagesOptions {
  /** Archives of `npm run images`. */
  readonly archives: readonly string[];
  readonly folder: string;
  /** Fingerprint or email address of a secret key in gpg's keyring. */
  readonly signAs: string;
}

interface RepositoryOptions {
  readonly folder: string;
  /** Public URL of the folder, without a slash at the end. */
  readonly url: string;
  /** Fingerprint or email address of a secret key in gpg's keyring. */
  readonly signAs: string;
  readonly changelog: string;
}

const FORM =
  'npm run release takes packages, and --key FILE (Ed25519, PEM) with perhaps --notes FILE and --channel NAME for the client’s update, or --repository DIR with --url URL and --sign-as KEY, and perhaps --changelog FILE, for the package repository, or both; or images (NAME.oci.tar), and --images DIR with --sign-as KEY.';

/** Parses the arguments. Throws a UserError with the form or the reason. */
export function readReleaseOptions(words: readonly string[]): ReleaseOptions {
  const text = { type: 'string' } as const;
  const manifest = { key: text, notes: text, channel: text };
  const repository = { repository: text, url: text, 'sign-as': text, changelog: text, images: text };
  let given: { values: Partial<Record<string, string>>; positionals: string[] };
  try {
    given = parseArgs({ args: [...words], options: { ...manifest, ...repository }, allowPositionals: true });
  } catch {
    throw new UserError(FORM);
  }
  const { values, positionals } = given;
  const { key, notes = null, channel = 'stable' } = values;
  const images = imagesIn(positionals, values);
  const paths = images === null ? positionals : [];
  if (images === null && (paths.length === 0 || (key === undefined && values['repository'] === undefined)))
    throw new UserError(FORM);
  return {
    paths,
    images,
    manifest: key === undefined ? null : { key, notes, channel },
    repository: repositoryIn(values),
  };
}

/** Images are signed by a command of their own. */
function imagesIn(
  archives: readonly string[],
  { images: folder, 'sign-as': signAs, ...others }: Partial<Record<string, string>>,
): ImagesOptions | null {
  if (folder === undefined) return null;
  if (archives.length === 0 || signAs === undefined || Object.keys(others).length > 0)
    throw new UserError(FORM);
  return { archives, folder, signAs };
}

function repositoryIn(values: Partial<Record<string, string>>): RepositoryOptions | null {
  const { repository: folder, url, 'sign-as': signAs, changelog = inRepository('CHANGELOG.md') } = values;
  if (folder === undefined) return null;
  if (url === undefined || signAs === undefined) throw new UserError(FORM);
  const address = URL.parse(url);
  if (address?.protocol !== 'https:' || address.username !== '' || /\s/.test(url))
    throw new UserError('--url must be the address of the folder, such as https://packages.comet.example.');
  return { folder, url: address.href.replace(/\/$/, ''), signAs, changelog };
}
