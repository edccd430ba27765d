import { publishKey, signDocument } from '@comet/admission';
import { type FeedMessage, feedMessage, type Revocation } from '@comet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  newSigner,
  signer,
  keys,
  fresh,
  line,
  heartbeat,
  keysMessage,
  whole,
  revoke,
  subjectFrom,
} from './feed-fixture.ts';
import { FeedState, staleAfter } from './feed-state.ts';
import { feedFile } from './feed.store.ts';
import { Revocations } from './revocations.ts';

const revocation = fc.record({
  sub: fc.constantFrom(...['a', 'b', 'c'].map(subjectFrom)),
  slot: fc.option(fc.nat(2)),
  notBefore: fc.nat(100),
});

test('a ticket is revoked exactly if a later revocation matches its subject and slot', () => {
  fc.assert(
    fc.property(
      fc.array(revocation),
      fc.constantFrom(...['a', 'b'].map(subjectFrom)),
      fc.nat(2),
      fc.nat(100),
      (all, sub, slot, issuedAt) => {
        const expected = all.some(
          (one) => one.sub === sub && (one.slot === null || one.slot === slot) && issuedAt < one.notBefore,
        );
        expect(new Revocations(all).covers({ sub, slot, issuedAt })).toBe(expected);
      },
    ),
  );
});

test('the digest does not depend on order, repetition or removed revocations', () => {
  fc.assert(
    fc.property(fc.array(revocation), fc.nat(100), (all, since) => {
      const one = new Revocations(all);
      const other = new Revocations([...all, ...all].toReversed());
      other.forgetBefore(since);
      expect(other.digest(since)).toBe(one.digest(since));
    }),
  );
});

test('after any changes and a restart from disk, both ends agree on the digest', () => {
  fc.assert(
    fc.property(fc.array(revocation), fc.nat(10), (all, restartAt) => {
      let state = fresh();
      for (const [index, one] of all.entries()) {
        expect(state.receive(line(revoke(index + 1, one)), 2_000).ok).toBe(true);
        if (index === restartAt)
          state = new FeedState('gw', feedFile.parse(JSON.parse(JSON.stringify(state.toFile()))));
      }
      expect(state.receive(line(heartbeat(all.length, all)), 2_000)).toEqual({
        ok: true,
        value: { kind: 'alive' },
      });
    }),
    { numRuns: 30 },
  );
});

test('a line that is unsigned, for another gateway, or for another purpose changes nothing', () => {
  const state = fresh();
  const before = JSON.stringify(state.toFile());
  const message = revoke(1, { sub: subjectFrom('a'), slot: null, notBefore: 5 });
  const error = (text: string) => {
    const received = state.receive(text, 9_000);
    return received.ok ? 'accepted' : received.error;
  };
  const wire = z.encode(feedMessage, message);
  expect(error(line(message, newSigner()))).toBe('unsigned');
  expect(error(signDocument('ticket', signer, wire))).toBe('unsigned');
  expect(error(signDocument('feed', signer, { ...wire, gateway: 'other' }))).toBe('other_gateway');
  expect(error(signDocument('feed', signer, { ...wire, gateway: '*' }))).toBe('other_gateway');
  expect(error(signDocument('feed', signer, { type: 'amnesty', gateway: 'gw' }))).toBe('malformed');
  expect(error(line(keysMessage(1, [])))).toBe('malformed');
  expect(JSON.stringify(state.toFile())).toBe(before);
});

test('an old snapshot cannot undo a revocation', () => {
  const state = fresh();
  state.receive(line(revoke(7, { sub: subjectFrom('a'), slot: null, notBefore: 50 })), 2_000);
  const old: FeedMessage = { ...whole, cursor: 6, revocations: [] };
  expect(state.receive(line(old), 2_000)).toEqual({ ok: false, error: 'rolled_back' });
  expect(state.revocations.covers({ sub: subjectFrom('a'), slot: 3, issuedAt: 49 })).toBe(true);
});

test('new keys replace the old ones from the next line on', () => {
  const state = fresh();
  const next = newSigner();
  const published = [publishKey(next)];
  state.receive(line(keysMessage(1, published)), 2_000);
  expect(state.receive(line(heartbeat(0, [])), 2_000).ok).toBe(false);
  expect(state.receive(line(heartbeat(0, []), next), 2_000).ok).toBe(true);
});

test('a gateway that received nothing for 72 hours is stale', () => {
  const state = fresh();
  state.receive(line(heartbeat(0, [], { at: 5_000 })), 5_000);
  state.receive('noise', 400_000);
  expect(state.isStale(5_000 + staleAfter)).toBe(false);
  expect(state.isStale(5_001 + staleAfter)).toBe(true);
});

test('a clock that is set back far makes the gateway stale; a small correction does not', () => {
  const at = 5 * staleAfter;
  const state = fresh();
  state.receive(line(heartbeat(0, [], { at })), at);
  expect(state.isStale(at - 3_600)).toBe(false);
  expect(state.isStale(at - staleAfter - 1)).toBe(true);
  expect(state.isStale(0)).toBe(true);
});

test('only a current heartbeat keeps a gateway from being stale', () => {
  const state = fresh();
  const beat = line(heartbeat(0, [], { at: 5_000 }));
  state.receive(beat, 5_000);
  const later = 5_001 + staleAfter;
  // Validly signed lines: an attacker replays harmless ones and withholds the others.
  expect(state.receive(line(keysMessage(1, keys.feedKeys)), later).ok).toBe(true);
  expect(state.receive(line({ ...whole, cursor: 0, revocations: [] }), later).ok).toBe(true);
  expect(state.receive(line(revoke(1, { sub: subjectFrom('a'), slot: null, notBefore: 5 })), later).ok).toBe(
    true,
  );
  expect(state.receive(line(heartbeat(1, [], { at: 5_000 })), later)).toEqual({
    ok: false,
    error: 'not_of_now',
  });
  expect(state.isStale(later)).toBe(true);
  const ahead = line(heartbeat(1, [], { at: later + 3_600, since: 10 }));
  expect(state.receive(ahead, later)).toEqual({ ok: false, error: 'not_of_now' });
  expect(state.receive(line(heartbeat(1, [], { at: later - 60, since: 10 })), later).ok).toBe(true);
  expect(state.isStale(later)).toBe(false);
  // A temporarily wrong local clock is not saved.
  expect(state.toFile().receivedAt).toBe(later - 60);
});

test('applies the revocations of all parts of a snapshot', () => {
  const state = fresh();
  const one: Revocation = { sub: subjectFrom('a'), slot: 1, notBefore: 50 };
  const other: Revocation = { sub: subjectFrom('b'), slot: null, notBefore: 60 };
  state.receive(line({ ...whole, parts: 2, cursor: 4, revocations: [one] }), 2_000);
  expect(state.revocations.all()).toEqual([]);
  state.receive(line({ ...whole, part: 2, parts: 2, cursor: 4, revocations: [other] }), 2_000);
  expect(state.receive(line(heartbeat(4, [one, other])), 2_000).ok).toBe(true);
});

test('reports a fault until a current heartbeat is accepted, but not for a single drift', () => {
  const state = fresh();
  expect(state.receive(line(heartbeat(0, [], { at: 90_000 })), 2_000).ok).toBe(false);
  expect(state.fault).toBe('not_of_now');
  // A valid line other than a heartbeat does not clear the fault.
  expect(state.receive(line(keysMessage(1, keys.feedKeys)), 2_000).ok).toBe(true);
  expect(state.fault).toBe('not_of_now');
  expect(state.receive(line(heartbeat(0, [])), 2_000).ok).toBe(true);
  expect(state.fault).toBeNull();
  const drifted = line(heartbeat(0, [{ sub: subjectFrom('a'), slot: null, notBefore: 5 }]));
  expect(state.receive(drifted, 2_000)).toEqual({ ok: false, error: 'drift' });
  expect(state.fault).toBeNull();
  state.receive(drifted, 2_000);
  expect(state.fault).toBe('drift');
});

test('passes on the version of port forwarding, and accepts a heartbeat with a field of a later release', () => {
  const state = fresh();
  const beat = { ...heartbeat(0, []), portForwarding: 'true 0' };
  expect(state.receive(line(beat), 2_000)).toEqual({
    ok: true,
    value: { kind: 'alive', portForwarding: 'true 0' },
  });
  const later = signDocument('feed', signer, { ...heartbeat(0, []), unknownField: 'of a later release' });
  expect(state.receive(later, 2_000)).toEqual({ ok: true, value: { kind: 'alive' } });
});
