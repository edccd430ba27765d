import { generateKeyPairSync } from 'node:crypto';
import {
  type Bridge,
  formatBridge,
  publishKey,
  readSigner,
  readVerifiers,
  signBridgeText,
} from '@comet/admission';
import { expect, test } from 'vitest';
import { bridgesOf, withBridgeText } from './bridge-texts.ts';

const signer = readSigner(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);
const verifiers = readVerifiers([publishKey(signer)]);
const day = 24 * 3600;
const now = 1_796_000_000;
const login = { method: 'chacha20-ietf-poly1305', password: 'a-password-of-length' } as const;
const bridge = (last: number): Bridge => ({
  kind: 'shadowsocks',
  host: `192.0.2.${last}`,
  port: 443,
  ...login,
});
const textOf = (last: number, at: number) => signBridgeText(signer, [bridge(last)], at) ?? '';

test('keeps the newest texts: an older one that is added again removes none, and expired ones go', () => {
  const texts = Array.from({ length: 8 }, (_, index) => textOf(index, now - index * day));
  const older = textOf(99, now - 50 * day);
  expect(withBridgeText(texts, older, verifiers, now)).toEqual(texts);
  expect(withBridgeText(texts.slice(0, 2), older, verifiers, now)).toEqual([...texts.slice(0, 2), older]);
  expect(withBridgeText([older], texts[0] ?? '', verifiers, now + 60 * day)).toEqual([texts[0]]);
});

test('returns each bridge once: of valid texts, the newest first, then of the list', () => {
  const texts = [textOf(1, now), textOf(2, now - day), textOf(3, now - 100 * day), 'a forged text'];
  const listed = [formatBridge(bridge(2)), formatBridge(bridge(4)), 'later://kind'];
  expect(bridgesOf(texts, listed, verifiers, now)).toEqual([bridge(1), bridge(2), bridge(4)]);
});
