import { stripVTControlCharacters } from 'node:util';
import { readQrCode } from '@comet/testing/read-qr-code';
import { expect, test } from 'vitest';
import { codePicture } from './code-picture.ts';

const link = 'https://dashboard.cometvpn.example/quick-login?code=BCDF-GHJK';

test('a reader gets the link out of what the terminal shows, black on white', async () => {
  const lines = ((await codePicture(link, 80)) ?? '').split('\n');
  expect(lines.every((line) => line.startsWith('\u001b[30;47m') && line.endsWith('\u001b[0m'))).toBe(true);
  const rows = lines.map(stripVTControlCharacters);
  const size = (rows[0]?.length ?? 0) - 2;
  expect(rows.every((row) => row.length === size + 2)).toBe(true);
  const isDark = (x: number, y: number) => {
    const character = rows[Math.floor((y + 1) / 2)]?.[x + 1] ?? ' ';
    return character === '█' || character === (y % 2 === 0 ? '▄' : '▀');
  };
  expect(readQrCode(size, isDark)).toBe(link);
});

test('no picture where the terminal is narrower than it', async () => {
  const [line = ''] = ((await codePicture(link, 80)) ?? '').split('\n');
  const width = stripVTControlCharacters(line).length;
  expect(await codePicture(link, width)).toBeNull();
  expect(await codePicture(link, width + 1)).not.toBeNull();
});
