import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportedAddress, exportOf } from './export-addresses.ts';

const one: ExportedAddress = {
  address: '203.0.113.47',
  type: 'dedicated_residential',
  country: 'jp',
  city: 'Tokyo',
  host: 'proxy.test',
  httpPort: 8080,
  socksPort: 1080,
  username: 'ab12cd',
  password: 'secret',
  activeUntil: '2027-05-02T12:00:00Z',
  note: '',
};

describe('exported addresses', () => {
  it('are one URL per line, as text', () => {
    expect(exportOf('txt', [one, { ...one, username: 'ef34gh' }])).toBe(
      'http://ab12cd:secret@proxy.test:8080\nhttp://ef34gh:secret@proxy.test:8080\n',
    );
    expect(exportOf('txt', [])).toBe('');
  });

  it('have a header and one row per address, as CSV', () => {
    expect(exportOf('csv', [{ ...one, city: null, note: 'shop, "main"\nline' }])).toBe(
      'address,type,country,city,host,http_port,socks5_port,username,password,active_until,note\r\n' +
        '203.0.113.47,dedicated_residential,jp,,proxy.test,8080,1080,ab12cd,secret,2027-05-02T12:00:00Z,' +
        '"shop, ""main""\nline"\r\n',
    );
  });

  it('are never a formula in a spreadsheet', () => {
    for (const note of ['=1+1', '+1', '-1', '@x', '\tx', '＝1+1', '＠x']) {
      expect(exportOf('csv', [{ ...one, note }])).toContain(`,'${note}\r\n`);
    }
  });

  it('round-trip through JSON with any note', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (note) => {
        const [read] = JSON.parse(exportOf('json', [{ ...one, note }])) as [Record<string, unknown>];
        expect(read).toEqual({
          address: one.address,
          type: one.type,
          country: one.country,
          city: one.city,
          host: one.host,
          http_port: one.httpPort,
          socks5_port: one.socksPort,
          username: one.username,
          password: one.password,
          active_until: one.activeUntil,
          note,
        });
      }),
    );
  });
});
