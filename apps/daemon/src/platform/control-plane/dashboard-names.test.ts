import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { dnsReplyFor, serveDashboardNames } from './dashboard-names.ts';

const contacts = [
  { name: 'comet.example', host: '203.0.113.11', port: 443 },
  { name: 'comet.example', host: '2001:db8::11', port: 443 },
  { name: 'api.comet.example', host: '203.0.113.10', port: 443 },
];

/** A query as stub resolvers send it, EDNS (RFC 6891) included. */
function queryFor(name: string, type: number): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  const options = [0, 0, 41, 5, 0, 0, 0, 0, 0, 0, 0];
  return Buffer.from([0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, ...labels, 0, 0, type, 0, 1, ...options]);
}

function codeAndAddress(replyFor: Buffer | null, bytes: number) {
  if (replyFor === null) return null;
  const [count, code] = [replyFor.readUInt16BE(6), replyFor.readUInt16BE(2) & 0xf];
  return { code, count, address: count === 0 ? null : replyFor.subarray(-bytes).toString('hex') };
}

test('answers queries for our own names in any case, and refuses others', () => {
  const replyFor = (name: string, type: number) => dnsReplyFor(queryFor(name, type), contacts);
  expect(codeAndAddress(replyFor('Comet.Example', 1), 4)).toEqual({ code: 0, count: 1, address: 'cb00710b' });
  expect(codeAndAddress(replyFor('comet.example', 28), 16)).toMatchObject({
    count: 1,
    address: '20010db8000000000000000000000011',
  });
  expect(codeAndAddress(replyFor('api.comet.example', 28), 16)).toEqual({ code: 0, count: 0, address: null });
  for (const name of ['example.com', 'comet.example.com', 'x.comet.example', 'example'])
    expect(codeAndAddress(replyFor(name, 1), 4)).toEqual({ code: 5, count: 0, address: null });
  // The question is returned unchanged: some resolvers detect forgeries by its capitals.
  expect(replyFor('Comet.Example', 1)?.toString('latin1')).toContain('\u0005Comet\u0007Example');
});

test('never throws, and never responds to a response', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      dnsReplyFor(Buffer.from(bytes), contacts);
    }),
  );
  const responded = dnsReplyFor(queryFor('comet.example', 1), contacts) ?? Buffer.alloc(0);
  expect(dnsReplyFor(responded, contacts)).toBeNull();
});

test('listens on the loopback only, until it is closed', async () => {
  const names = await serveDashboardNames(contacts);
  const client = createSocket('udp4');
  onTestFinished(() => void client.close());
  client.send(queryFor('comet.example', 1), names.at.ipv4 ?? 0, '127.0.0.1');
  const [replyFor] = (await once(client, 'message')) as [Buffer];
  expect(codeAndAddress(replyFor, 4)).toMatchObject({ address: 'cb00710b' });
  names.close();
});
