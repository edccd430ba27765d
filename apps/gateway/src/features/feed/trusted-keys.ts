import { readVerifiers, type Verifiers } from '@comet/admission';
import type { FeedMessage, OpenvpnSecrets } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { FeedFile } from './feed.store.ts';

type Kept = Pick<FeedFile, 'keysVersion' | 'ticketKeys' | 'feedKeys' | 'openvpn'>;

/** The keys in force at this gateway: whose tickets and feed it believes, and the secrets of its OpenVPN. */
export class TrustedKeys {
  readonly #kept: Kept;
  readonly ticketVerifiers: Verifiers;
  readonly feedVerifiers: Verifiers;

  /** Throws when a key is malformed. */
  constructor({ keysVersion, ticketKeys, feedKeys, openvpn }: Kept) {
    this.#kept = { keysVersion, ticketKeys, feedKeys, openvpn };
    this.ticketVerifiers = readVerifiers(ticketKeys);
    this.feedVerifiers = readVerifiers(feedKeys);
  }

  get openvpn(): OpenvpnSecrets | null {
    return this.#kept.openvpn;
  }

  toFile(): Kept {
    return this.#kept;
  }

  /** The keys after a word about them. An old one, however genuine, would bring keys back that were given up since. */
  changedBy(
    message: Extract<FeedMessage, { type: 'keys' }>,
  ): Result<TrustedKeys, 'malformed' | 'rolled_back'> {
    if (message.version < this.#kept.keysVersion) return err('rolled_back');
    // Without a key no further line could be verified, and no later one could bring the keys back.
    if (message.ticketKeys.length === 0 || message.feedKeys.length === 0) return err('malformed');
    const { version: keysVersion, ticketKeys, feedKeys, openvpn } = message;
    try {
      return ok(new TrustedKeys({ keysVersion, ticketKeys, feedKeys, openvpn }));
    } catch {
      return err('malformed');
    }
  }
}
