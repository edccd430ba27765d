import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenLine, proxyLine } from './proxy-line.ts';

describe('the connection string', () => {
  it('round-trips any password through the URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (password) => {
        const line = proxyLine('http', { host: 'proxy.test', port: 8080, username: 'ab12cd', password });
        const url = new URL(line);
        expect(decodeURIComponent(url.password)).toBe(password);
        expect([url.username, url.hostname, url.port]).toEqual(['ab12cd', 'proxy.test', '8080']);
        expect(line).not.toMatch(/['"\\\s$`!]/);
      }),
    );
  });

  it('resolves names at the exit', () => {
    const access = { host: 'proxy.test', port: 1080, username: 'ab12cd', password: 'secret' };
    expect(proxyLine('socks5', access)).toBe('socks5h://ab12cd:secret@proxy.test:1080');
  });

  it('is displayed without the password', () => {
    const access = { host: 'proxy.test', port: 1080, username: 'ab12cd', password: 'secret' };
    expect(hiddenLine('http', access)).toBe('http://ab12cd:••••••••@proxy.test:1080');
  });
});
