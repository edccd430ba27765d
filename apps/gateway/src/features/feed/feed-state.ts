import { openDocument, type PublishedKey, readVerifiers, type Verifiers } from '@comet/admission';
import { type FeedMessage, feedMessage } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { FeedFile } from './feed.store.ts';
import { Revocations } from './revocations.ts';

/** After so many seconds without a word from the control plane the gateway stops trusting what it knows: 72 hours. */
export const staleAfter = 72 * 3600;

export type FeedFault = 'unsigned' | 'malformed' | 'other_gateway' | 'rolled_back' | 'drift';

/** What a line changed: who may have lost his session, and whether the change must reach the disk before a crash. */
export type FeedEffect =
  | { readonly kind: 'revoked'; readonly sub: string }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'alive' };

/** Everything the gateway knows from the feed. Changes only by `hear`, which is given verified lines in their order. */
export class FeedState {
  readonly gatewayId: string;
  #ticketKeys: readonly PublishedKey[];
  #feedKeys: readonly PublishedKey[];
  #ticketVerifiers: Verifiers;
  #feedVerifiers: Verifiers;
  #revocations: Revocations;
  #cursor: number;
  #heardAt: number;

  /** Throws when a key is malformed: trust must not shrink unnoticed. */
  constructor(gatewayId: string, kept: FeedFile) {
    this.gatewayId = gatewayId;
    this.#ticketKeys = kept.ticketKeys;
    this.#feedKeys = kept.feedKeys;
    this.#ticketVerifiers = readVerifiers(kept.ticketKeys);
    this.#feedVerifiers = readVerifiers(kept.feedKeys);
    this.#revocations = new Revocations(kept.revocations);
    this.#cursor = kept.cursor;
    this.#heardAt = kept.heardAt;
  }

  get ticketVerifiers(): Verifiers {
    return this.#ticketVerifiers;
  }

  get revocations(): Pick<Revocations, 'covers'> {
    return this.#revocations;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** True when nothing was heard for so long that revocations may have been missed. */
  isStale(now: number): boolean {
    return now - this.#heardAt > staleAfter;
  }

  toFile(): FeedFile {
    return {
      version: 1,
      cursor: this.#cursor,
      heardAt: this.#heardAt,
      revocations: [...this.#revocations.all()],
      ticketKeys: [...this.#ticketKeys],
      feedKeys: [...this.#feedKeys],
    };
  }

  /** Takes one line of the feed at `now` (unix seconds). After a fault nothing has changed. */
  hear(line: string, now: number): Result<FeedEffect, FeedFault> {
    const opened = openDocument('feed', this.#feedVerifiers, line);
    if (!opened.ok) return err('unsigned');
    const parsed = feedMessage.safeParse(opened.value);
    if (!parsed.success) return err('malformed');
    if (parsed.data.gateway !== this.gatewayId) return err('other_gateway');
    const effect = this.#apply(parsed.data);
    if (effect.ok) this.#heardAt = Math.max(this.#heardAt, now);
    return effect;
  }

  #apply(message: FeedMessage): Result<FeedEffect, FeedFault> {
    switch (message.type) {
      case 'snapshot':
        // An old snapshot, however genuine, would undo the revocations since.
        if (message.cursor < this.#cursor) return err('rolled_back');
        this.#revocations = new Revocations(message.revocations);
        this.#cursor = message.cursor;
        return ok({ kind: 'replaced' });
      case 'revoke':
        this.#revocations.add(message.revocation);
        this.#cursor = Math.max(this.#cursor, message.cursor);
        return ok({ kind: 'revoked', sub: message.revocation.sub });
      case 'keys':
        return this.#replaceKeys(message);
      case 'heartbeat':
        if (message.cursor < this.#cursor) return err('rolled_back');
        if (this.#revocations.digest(message.since) !== message.digest) return err('drift');
        this.#revocations.forgetBefore(message.since);
        this.#cursor = message.cursor;
        return ok({ kind: 'alive' });
    }
  }

  #replaceKeys(message: Extract<FeedMessage, { type: 'keys' }>): Result<FeedEffect, FeedFault> {
    // Without a key no further line could be verified, and no later one could bring the keys back.
    if (message.ticketKeys.length === 0 || message.feedKeys.length === 0) return err('malformed');
    try {
      const [ticketVerifiers, feedVerifiers] = [
        readVerifiers(message.ticketKeys),
        readVerifiers(message.feedKeys),
      ];
      this.#ticketVerifiers = ticketVerifiers;
      this.#feedVerifiers = feedVerifiers;
    } catch {
      return err('malformed');
    }
    this.#ticketKeys = message.ticketKeys;
    this.#feedKeys = message.feedKeys;
    return ok({ kind: 'keys' });
  }
}
