import { parseArgs } from 'node:util';
import { Refusal } from '../refusal.ts';

/** What `npm run package --` was told. */
export interface PackageOptions {
  /** Folder that takes the packages. */
  readonly out: string;
  /** File with the trust anchors that the client's package carries; null leaves them to whoever installs it. */
  readonly trust: string | null;
  /** The service's API, for the same package; null is the daemon's own default. */
  readonly api: URL | null;
  /** Packed in a few seconds, at a quarter more of size: for whoever tries a package out. */
  readonly quick: boolean;
}

/** Reads the words behind `npm run package --`. Throws a Refusal that says what is wrong. */
export function readPackageOptions(words: readonly string[], otherwise: string): PackageOptions {
  const text = { type: 'string' } as const;
  const options = { out: text, trust: text, api: text, quick: { type: 'boolean' } } as const;
  let given: { out?: string; trust?: string; api?: string; quick?: boolean };
  try {
    given = parseArgs({ args: [...words], options }).values;
  } catch {
    throw new Refusal(
      'npm run package takes --out DIR, --trust FILE (what `trust` of the API prints), --api URL and --quick.',
    );
  }
  const api = given.api === undefined ? null : URL.parse(given.api);
  if (given.api !== undefined && (api === null || api.protocol !== 'https:' || api.username !== ''))
    throw new Refusal('--api must be an address such as https://api.comet.example.');
  return { out: given.out ?? otherwise, trust: given.trust ?? null, api, quick: given.quick ?? false };
}

/** The environment of cometd as systemd.exec(5) reads it: an origin has nothing that would need quoting. */
export function environmentText(api: URL): string {
  return `COMET_API_URL=${api.origin}\n`;
}
