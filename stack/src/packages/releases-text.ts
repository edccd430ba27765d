import { type PublishedKey, publishKey, type Signer } from '@comet/admission';

/** The package's file with the source of newer versions and the public key of their signatures; see the daemon's `release-source.ts`. */
export function releasesText(folder: URL, channel: string, by: Signer | PublishedKey): string {
  const key = 'publicKey' in by ? by : publishKey(by);
  return `${JSON.stringify({ folder: folder.href, channel, keys: [key] }, null, 2)}\n`;
}
