import { describe, expect, test } from 'vitest';
import { labHosts, zoneOf } from '../addresses.ts';
import { answerFrom } from './dns-message.ts';

const zone = zoneOf(labHosts('x'));
const ask = (name: string, type: string) => answerFrom(zone, { name, type }, '203.0.113.101');

describe('the zone comet.test', () => {
  test('has both addresses of its hosts, in upper and lower case', () => {
    expect(ask('Echo.Comet.TEST', 'A')).toEqual({
      code: 'NOERROR',
      records: [{ type: 'A', address: '203.0.113.80' }],
    });
    expect(ask('gw-nl.comet.test', 'AAAA')).toEqual({
      code: 'NOERROR',
      records: [{ type: 'AAAA', address: '2001:db8:0:1::101' }],
    });
  });

  test('distinguishes a known name without such records from an unknown one', () => {
    expect(ask('echo.comet.test', 'MX')).toEqual({ code: 'NOERROR', records: [] });
    expect(ask('example.com', 'A')).toEqual({ code: 'NXDOMAIN' });
    expect(ask('constructor', 'A')).toEqual({ code: 'NXDOMAIN' });
  });

  test('returns the client’s own address', () => {
    expect(ask('whoami.comet.test', 'TXT')).toEqual({
      code: 'NOERROR',
      records: [{ type: 'TXT', text: '203.0.113.101' }],
    });
  });
});
