import { type Verifiers, readVerifiers } from '@comet/admission';
import type { FeedMessage, OpenvpnSecrets } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { FeedFile } from './feed.store.ts';

type SavedKeys = Pick<FeedFile, 'keysVersion' | 'ticketKeys' | 'feedKeys' | 'openvpn'>;

/** The trusted keys of this gateway, for tickets and the feed, and the secrets of OpenVPN. */
export class TrustedKeys {
  readonly #saved: SavedKeys;
  readonly ticketVerifiers: Verifiers;
  readonly feedVerifiers: Verifiers;

  /** Throws when a key is malformed. */
  constructor({ keysVersion, ticketKeys, feedKeys, openvpn }: SavedKeys) {
    this.#saved = { keysVersion, ticketKeys, feedKeys, openvpn };
    this.ticketVerifiers = readVerifiers(ticketKeys);
    this.feedVerifiers = readVerifiers(feedKeys);
  }

  get openvpn(): OpenvpnSecrets | null {
    return this.#saved.openvpn;
  }

  toFile(): SavedKeys {
    return this.#saved;
  }

  /** Applies a keys document. An older one, even with a valid signature, would restore revoked keys. */
  changedBy(
    message: Extract<FeedMessage, { type: 'keys' }>,
  ): Result<TrustedKeys, 'malformed' | 'rolled_back'> {
    if (message.version < this.#saved.keysVersion) return err('rolled_back');
    // Without a key no further line could be verified, so the keys could never be replaced.
    if (message.ticketKeys.length === 0 || message.feedKeys.length === 0) return err('malformed');
    const { version: keysVersion, ticketKeys, feedKeys, openvpn } = message;
    try {
      return ok(new TrustedKeys({ keysVersion, ticketKeys, feedKeys, openvpn }));
    } catch {
      return err('malformed');
    }
  }
}
