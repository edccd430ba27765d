import { parseArgs } from 'node:util';
import { type Architecture, architectureNamed, thisArchitecture } from '../toolchain/architecture.ts';
import { UserError } from '../user-error.ts';

/** The options of `npm run package --`. */
export interface PackageOptions {
  /** Target folder of the packages. */
  readonly out: string;
  /** File with the trust anchors in the client's package; null if they are installed separately. */
  readonly trust: string | null;
  /** The address of the API in the same package; null for the daemon's default. */
  readonly api: URL | null;
  /**
   * URL of newer versions for the client's package, and the public key (PEM) of their signatures; null if updates come from a package
   * source.
   */
  readonly releases: { readonly folder: URL; readonly key: string; readonly channel: string } | null;
  /** The desktop app in the client's package: `build`, the path of a built app, or null for none. */
  readonly app: 'build' | { readonly file: string } | null;
  /** Of the machines that the packages are for. */
  readonly architecture: Architecture;
  /** Faster compression for tests: a few seconds, a quarter larger. */
  readonly quick: boolean;
}

/** Parses the arguments of `npm run package --`. Throws a UserError with the reason. */
export function readPackageOptions(words: readonly string[], otherwise: string): PackageOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const releases = { updates: text, 'release-key': text, channel: text };
  const options = {
    out: text,
    arch: text,
    trust: text,
    api: text,
    ...releases,
    app: text,
    'no-app': flag,
    quick: flag,
  } as const;
  let given: ParsedOptions;
  try {
    given = parseArgs({ args: [...words], options }).values;
  } catch {
    throw new UserError(
      'npm run package takes --out DIR, --arch amd64 or arm64, --trust FILE (what `trust` of the API prints), --api URL, --updates URL with --release-key FILE and perhaps --channel NAME, --app FILE or --no-app, and --quick.',
    );
  }
  const api = given.api === undefined ? null : URL.parse(given.api);
  if (given.api !== undefined && (api === null || api.protocol !== 'https:' || api.username !== ''))
    throw new UserError('--api must be an address such as https://api.comet.example.');
  const { out = otherwise, trust = null, quick = false, arch } = given;
  const architecture = arch === undefined ? thisArchitecture : architectureNamed(arch);
  if (architecture === null) throw new UserError('--arch must be amd64 or arm64.');
  const app = appOf(given);
  if (app === 'build' && architecture !== thisArchitecture)
    throw new UserError(
      'The app is built for this architecture only: name one for the other with --app, or leave it out with --no-app.',
    );
  return { out, trust, api, releases: releasesOf(given), app, quick, architecture };
}

interface ParsedOptions {
  readonly out?: string;
  readonly arch?: string;
  readonly trust?: string;
  readonly api?: string;
  readonly updates?: string;
  readonly 'release-key'?: string;
  readonly channel?: string;
  readonly app?: string;
  readonly 'no-app'?: boolean;
  readonly quick?: boolean;
}

function appOf({ app: file, 'no-app': none = false }: ParsedOptions): PackageOptions['app'] {
  if (none && file !== undefined) throw new UserError('--app and --no-app do not go together.');
  if (none) return null;
  return file === undefined ? 'build' : { file };
}

function releasesOf({
  updates,
  'release-key': key,
  channel = 'stable',
}: ParsedOptions): PackageOptions['releases'] {
  if (updates === undefined && key === undefined) return null;
  const folder = URL.parse(updates ?? '');
  if (
    folder === null ||
    folder.protocol !== 'https:' ||
    folder.username !== '' ||
    !folder.pathname.endsWith('/')
  )
    throw new UserError('--updates must be a folder such as https://releases.comet.example/stable/.');
  if (key === undefined)
    throw new UserError('--updates needs --release-key FILE, the public key of the signatures.');
  if (!/^[a-z0-9]{1,20}$/.test(channel))
    throw new UserError('--channel takes lower-case letters and digits.');
  return { folder, key, channel };
}

/** Returns the environment file of cometd (systemd.exec(5)); an origin needs no quoting. */
export function environmentText(api: URL): string {
  return `COMET_API_URL=${api.origin}\n`;
}
