import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressBytes, parseQuery, writeReply } from './dns-message.ts';

/** The query that `dig +noedns echo.comet.test A` sends with id 0x1234. */
const query = Buffer.from('123401000001000000000000046563686f05636f6d657404746573740000010001', 'hex');

describe('DNS messages', () => {
  test('parses a query', () => {
    expect(parseQuery(query)).toEqual({
      id: 0x1234,
      recursionDesired: true,
      name: 'echo.comet.test',
      type: 'A',
      section: query.subarray(12),
    });
  });

  test('a reply repeats the question and contains the address', () => {
    const question = parseQuery(query);
    if (question === null) throw new Error('the query was not read');
    const reply = writeReply(question, {
      code: 'NOERROR',
      records: [{ type: 'A', address: '203.0.113.80' }],
    });
    expect(reply.toString('hex')).toBe(
      `123485800001000100000000${query.toString('hex', 12)}c00c00010001000000050004cb007150`,
    );
  });

  test('an unknown name gets NXDOMAIN and no record', () => {
    const question = parseQuery(query);
    if (question === null) throw new Error('the query was not read');
    const reply = writeReply(question, { code: 'NXDOMAIN' });
    expect(reply.readUInt16BE(2) & 0x000f).toBe(3);
    expect(reply.readUInt16BE(6)).toBe(0);
  });

  test('rejects a reply, a compression pointer, and a truncated query', () => {
    const reply = Buffer.from(query);
    reply[2] = 0x81;
    const pointer = Buffer.from(query);
    pointer[12] = 0xc0;
    expect([parseQuery(reply), parseQuery(pointer)]).toEqual([null, null]);
    for (let length = 0; length < query.length; length += 1) {
      expect(parseQuery(query.subarray(0, length))).toBeNull();
    }
  });

  test('the parser never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        parseQuery(Buffer.from(bytes));
      }),
    );
  });

  test('converts addresses to bytes', () => {
    expect(addressBytes('192.168.77.1').toString('hex')).toBe('c0a84d01');
    expect(addressBytes('2001:db8:0:1::80').toString('hex')).toBe('20010db8000000010000000000000080');
    expect(addressBytes('::1').toString('hex')).toBe(`${'0'.repeat(31)}1`);
    fc.assert(
      fc.property(
        fc.ipV6().filter((text) => !text.includes('.')),
        (text) => {
          const words = addressBytes(text).toString('hex').match(/.{4}/g) ?? [];
          const url = (address: string) => new URL(`http://[${address}]/`).hostname;
          expect(url(words.join(':'))).toBe(url(text));
        },
      ),
    );
  });
});
