import { gzipSync } from 'node:zlib';
import { signDocument, publishKey, readSigner } from '@comet/admission';
import { generateKeyPairSync } from 'node:crypto';
import type { FeedMessage } from '@comet/contract';
import { expect, test } from 'vitest';
import { createLineReader, membersOf } from './feed-line.ts';

const newSigner = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return readSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
};
const signer = newSigner();
const line = (message: FeedMessage, by = signer) => gzipSync(`${signDocument('feed', by, message)}\n`);
const keys: FeedMessage = {
  ...{ type: 'keys', gateway: 'gw', version: 1, ticketKeys: [], feedKeys: [publishKey(signer)] },
  openvpn: { pepper: 'p'.repeat(43), tlsCryptV2ServerKey: 't'.repeat(171) },
};
const withdraw: FeedMessage = {
  ...{ type: 'withdraw', gateway: 'gw', cursor: 3, id: '00000000-0000-4000-8000-000000000001' },
};

test('divides several lines that arrive together', () => {
  const members = [line(keys), line(withdraw), gzipSync('{}\n')];
  expect(membersOf(Buffer.concat(members))).toEqual(members);
});

test('reads signed lines and chunks of snapshots, and rejects a line signed by another key', () => {
  const read = createLineReader();
  expect(read(line(keys))).toMatchObject({ kind: 'message', message: { type: 'keys' } });
  expect(read(line(withdraw))).toEqual({ kind: 'message', message: withdraw });
  const chunk = { revocations: [], accounts: [], grants: [], withdrawn: [withdraw.id] };
  expect(read(gzipSync(`${JSON.stringify(chunk)}\n`))).toMatchObject({
    kind: 'chunk',
    grants: [],
    withdrawn: [withdraw.id],
  });
  expect(() => read(line(withdraw, newSigner()))).toThrow('unknown_key');
});
