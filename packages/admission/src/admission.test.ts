import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkProof,
  checkTicket,
  issueTicket,
  openDocument,
  proofOf,
  publishKey,
  readSigner,
  readVerifiers,
  signDocument,
  subjectOf,
  type TicketClaims,
  ticketKeyOf,
} from './index.ts';

const newSigner = () =>
  readSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const newWireguardPair = () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { d, x } = privateKey.export({ format: 'jwk' });
  const base64 = (text?: string) => Buffer.from(String(text), 'base64url').toString('base64');
  return { privateKey: base64(d), publicKey: base64(x) };
};

const signer = newSigner();
const verifiers = readVerifiers([publishKey(signer)]);
const client = newWireguardPair();
const gateway = newWireguardPair();
const claims: TicketClaims = {
  typ: 'session',
  aud: 'gateway-1',
  iat: 1_000_000,
  exp: 1_000_300,
  sub: subjectOf({ secret: new Uint8Array(32), accountKeysFrom: 0 }, 'account', 'gateway-1', 1),
  slot: 3,
  key: ticketKeyOf(client.publicKey),
  features: [],
  sessionUntil: 1_086_400,
};
const at = (now: number) => ({ audience: 'gateway-1', now });

test('returns the signed claims of a ticket', () => {
  expect(checkTicket(verifiers, issueTicket(signer, claims), at(1_000_010))).toEqual({
    ok: true,
    value: claims,
  });
});

test('rejects a ticket at another gateway, too early, too late and under an unknown key', () => {
  const ticket = issueTicket(signer, claims);
  const refusal = (result: ReturnType<typeof checkTicket>) => (result.ok ? 'accepted' : result.error);
  expect(refusal(checkTicket(verifiers, ticket, { audience: 'gateway-2', now: 1_000_010 }))).toBe(
    'ticket_wrong_gateway',
  );
  expect(refusal(checkTicket(verifiers, ticket, at(1_000_000 - 121)))).toBe('ticket_not_yet_valid');
  expect(refusal(checkTicket(verifiers, ticket, at(1_000_300 + 120)))).toBe('accepted');
  expect(refusal(checkTicket(verifiers, ticket, at(1_000_300 + 121)))).toBe('ticket_expired');
  expect(refusal(checkTicket(readVerifiers([publishKey(newSigner())]), ticket, at(1_000_010)))).toBe(
    'ticket_invalid',
  );
});

test('rejects a session ticket with a lifetime above five minutes, also with a valid signature', () => {
  const greedy = issueTicket(signer, { ...claims, exp: claims.iat + 301 });
  expect(checkTicket(verifiers, greedy, at(1_000_010)).ok).toBe(false);
});

test('rejects a document that was signed for another purpose', () => {
  expect(openDocument('server-list', verifiers, issueTicket(signer, claims))).toEqual({
    ok: false,
    error: 'bad_signature',
  });
});

test('rejects a document with any changed character', () => {
  const document = signDocument('feed', signer, { type: 'heartbeat', cursor: 7 });
  fc.assert(
    fc.property(
      fc.nat(document.length - 1),
      fc.constantFrom('A', 'B', 'a', '1', '_', '-', '.', '\n', ' '),
      (position, character) => {
        fc.pre(document[position] !== character);
        const changed = document.slice(0, position) + character + document.slice(position + 1);
        const opened = openDocument('feed', verifiers, changed);
        // The last character of base64url can hold unused bits: the decoded bytes are then the signed ones.
        expect(opened.ok && JSON.stringify(opened.value) !== '{"type":"heartbeat","cursor":7}').toBe(false);
      },
    ),
  );
});

test('accepts a proof only for its key, its ticket and its purpose', () => {
  const ours = { privateKey: client.privateKey, peerPublicKey: gateway.publicKey };
  const theirs = { privateKey: gateway.privateKey, peerPublicKey: client.publicKey };
  const proof = proofOf(ours, 'present', 'ticket');
  expect(checkProof(theirs, 'present', 'ticket', proof)).toBe(true);
  expect(checkProof(theirs, 'release', 'ticket', proof)).toBe(false);
  expect(checkProof(theirs, 'present', 'other', proof)).toBe(false);
  expect(
    checkProof({ ...theirs, peerPublicKey: newWireguardPair().publicKey }, 'present', 'ticket', proof),
  ).toBe(false);
  expect(
    checkProof({ ...theirs, peerPublicKey: Buffer.alloc(32).toString('base64') }, 'present', 'ticket', proof),
  ).toBe(false);
});
