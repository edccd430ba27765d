import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { answerName, serveDashboardNames } from './dashboard-names.ts';

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

function codeAndAddress(answer: Buffer | null, bytes: number) {
  if (answer === null) return null;
  const [count, code] = [answer.readUInt16BE(6), answer.readUInt16BE(2) & 0xf];
  return { code, count, address: count === 0 ? null : answer.subarray(-bytes).toString('hex') };
}

test('answers queries for our own names in any case, and refuses others', () => {
  const answer = (name: string, type: number) => answerName(queryFor(name, type), contacts);
  expect(codeAndAddress(answer('Comet.Example', 1), 4)).toEqual({ code: 0, count: 1, address: 'cb00710b' });
  expect(codeAndAddress(answer('comet.example', 28), 16)).toMatchObject({
    count: 1,
    address: '20010db8000000000000000000000011',
  });
  expect(codeAndAddress(answer('api.comet.example', 28), 16)).toEqual({ code: 0, count: 0, address: null });
  for (const name of ['example.com', 'comet.example.com', 'x.comet.example', 'example'])
    expect(codeAndAddress(answer(name, 1), 4)).toEqual({ code: 5, count: 0, address: null });
  // The question is returned unchanged: some resolvers detect forgeries by its capitals.
  expect(answer('Comet.Example', 1)?.toString('latin1')).toContain('\u0005Comet\u0007Example');
});

test('never throws, and never responds to a response', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      answerName(Buffer.from(bytes), contacts);
    }),
  );
  const answered = answerName(queryFor('comet.example', 1), contacts) ?? Buffer.alloc(0);
  expect(answerName(answered, contacts)).toBeNull();
});

test('listens on the loopback only, until it is closed', async () => {
  const names = await serveDashboardNames(contacts);
  const client = createSocket('udp4');
  onTestFinished(() => void client.close());
  client.send(queryFor('comet.example', 1), names.at.ipv4 ?? 0, '127.0.0.1');
  const [answer] = (await once(client, 'message')) as [Buffer];
  expect(codeAndAddress(answer, 4)).toMatchObject({ address: 'cb00710b' });
  names.close();
});
