import { checkRelease, isNewer, type ReleaseManifest, type ReleaseRefusal } from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import { download, NotFound } from '../platform/control-plane/download.ts';
import type { OpenForRequest } from '../platform/admission/pinned-fetch.ts';
import type { PackageStore } from './package-store.ts';
import type { ReleaseSource } from './release-source.ts';

/** Maximum size of a manifest in bytes, signature and base64 included. */
const maxManifestLength = 16_384;
/** Timeout in ms for a manifest. */
const timeout = 10_000;
/** Time in ms for which a result is cached. */
const validity = 3_600_000;

export type UpdateFailure = 'away' | 'none' | 'package_wrong' | ReleaseRefusal;

export interface Updates {
  /** The newer release, or null if the installed one is the newest. Cached for an hour. */
  check(): Promise<Result<ReleaseManifest | null, UpdateFailure>>;
  /** Downloads and verifies the newer release's package; returns its path. A second call waits for the download of the first. */
  fetch(): Promise<Result<{ readonly version: string; readonly path: string }, UpdateFailure>>;
}

interface UpdatesParts {
  readonly source: ReleaseSource;
  readonly platform: string;
  /** The installed version. */
  readonly version: string;
  readonly store: PackageStore;
  /** Opens the connections of downloads. */
  readonly connect: OpenForRequest;
  readonly clock: Clock;
}

/** Newer releases: their manifest is trusted by its signature only. */
export function openUpdates({ source, platform, version, store, connect, clock }: UpdatesParts): Updates {
  const expected = { product: 'comet', platform, channel: source.channel, version };
  let known: { readonly at: number; readonly newer: ReleaseManifest | null } | null = null;
  let pending: ReturnType<Updates['fetch']> | null = null;

  async function queryNewest(): Promise<Result<ReleaseManifest | null, UpdateFailure>> {
    let text = '';
    try {
      const url = new URL(`${platform}.json`, source.folder);
      await download(
        url,
        { maxBytes: maxManifestLength, timeout },
        connect,
        (piece) => void (text += piece.toString()),
      );
    } catch (error) {
      if (!(error instanceof NotFound)) return err('away');
      // Nothing was released yet. There is no signed document that states it, and TLS authenticates the server.
      known = { at: clock.now().getTime(), newer: null };
      return ok(null);
    }
    const now = unixSeconds(clock.now());
    const checked = checkRelease(source.verifiers, text, { ...expected, now });
    if (!checked.ok) return checked;
    const newer = isNewer(checked.value.version, version) ? checked.value : null;
    known = { at: clock.now().getTime(), newer };
    // A package of an earlier result is not installed any more.
    await store.keepOnly(newer);
    return ok(newer);
  }

  async function check(): Promise<Result<ReleaseManifest | null, UpdateFailure>> {
    const age = known === null ? Infinity : clock.now().getTime() - known.at;
    return known !== null && age >= 0 && age < validity ? ok(known.newer) : queryNewest();
  }

  async function fetchNewer(): ReturnType<Updates['fetch']> {
    // Queried again: a release that was signed an hour ago may have been withdrawn since.
    const queried = await queryNewest();
    if (!queried.ok) return queried;
    const newer = queried.value;
    if (newer === null) return err('none');
    const done = ok({ version: newer.version, path: store.pathOf(newer) });
    if (await store.hasPackage(newer)) return done;
    try {
      const from = new URL(newer.file, source.folder);
      return (await store.fetch(from, newer)) ? done : err('package_wrong');
    } catch {
      return err('away');
    }
  }

  return {
    check: () => (pending === null ? check() : pending.then(check)),
    fetch: () => (pending ??= fetchNewer().finally(() => (pending = null))),
  };
}
