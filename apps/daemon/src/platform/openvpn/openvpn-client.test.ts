import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startOpenvpn } from './openvpn-client.ts';

test('credentials that contain a command start no process and end no tunnel', async () => {
  const socket = join(tmpdir(), `comet-never-${process.pid}.sock`);
  const start = (username: string, password: string) =>
    startOpenvpn({
      program: '/nonexistent',
      socket,
      config: '',
      fwmark: 1,
      env: {},
      credentials: { Auth: [username, password], 'SOCKS Proxy': null },
      onEvent: () => undefined,
      onEnd: () => undefined,
    });
  const evil = fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\0', '"', '\\', ' '), fc.string())
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(evil, async (text) => {
      await expect(start(text, 'word')).rejects.toThrow(TypeError);
      await expect(start('user', text)).rejects.toThrow(TypeError);
      expect(existsSync(socket)).toBe(false);
    }),
  );
});
