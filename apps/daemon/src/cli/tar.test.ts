import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tar } from './tar.ts';

test('tar(1) unpacks what was packed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comet-tar-'));
  try {
    const entries = [
      { name: 'report/empty.txt', text: '' },
      { name: 'report/block.txt', text: 'x'.repeat(512) },
      { name: 'report/words.txt', text: 'Grüße\n'.repeat(300) },
    ];
    writeFileSync(join(folder, 'a.tar'), tar(entries, 1_795_000_000));
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder });
    for (const { name, text } of entries) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a name that could lead elsewhere is refused', () => {
  for (const name of ['', 'a b', 'ü', 'x'.repeat(101), 'a\0b'])
    expect(() => tar([{ name, text: '' }], 0)).toThrow(TypeError);
});
