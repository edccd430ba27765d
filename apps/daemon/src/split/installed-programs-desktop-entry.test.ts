import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDesktopEntry } from './installed-programs.ts';

const entry = (...lines: string[]) =>
  ['[Desktop Entry]', 'Type=Application', 'Name=Viewer', ...lines].join('\n');

test.each([
  ['Exec=viewer %U', 'viewer'],
  ['Exec=/opt/viewer/bin/viewer --new', '/opt/viewer/bin/viewer'],
  ['Exec="/opt/My Viewer/viewer" %f', '/opt/My Viewer/viewer'],
  ['Exec="/opt/a\\\\"b" x', '/opt/a"b'],
  ['Exec = viewer', 'viewer'],
  ['Hidden=false\nNoDisplay=false\nExec=viewer', 'viewer'],
  ['Exec=viewer\nExec=other\n[Desktop Action New]\nExec=third', 'viewer'],
])('%j starts %s', (line, program) => {
  expect(readDesktopEntry(entry(line))).toEqual({ name: 'Viewer', program });
});

test.each([
  '',
  'Exec=',
  'Exec=bin/viewer',
  'Exec=./viewer',
  'Exec=%U viewer',
  'Exec=A=1 viewer',
  'Exec=viewer;reboot',
  'Exec=$HOME/viewer',
  'Exec="viewer',
  'Exec="a"b',
  'Exec=a\\qb',
  'Exec=env viewer',
  'Exec=/usr/bin/python3 viewer.py',
  'Exec=flatpak run org.viewer',
  'Exec=/usr/bin/',
  'NoDisplay=true\nExec=viewer',
  'Hidden=true\nExec=viewer',
])('%j starts no program that can be named', (line) => {
  expect(readDesktopEntry(entry(line))).toBeNull();
});

test('accepts only an application with a printable name', () => {
  for (const text of [
    'Type=Application\nName=Viewer\nExec=viewer',
    '[Desktop Entry]\nType=Link\nName=Viewer\nExec=viewer',
    '[Desktop Entry]\nType=Application\nExec=viewer',
    `[Desktop Entry]\nType=Application\nName=${'x'.repeat(61)}\nExec=viewer`,
    '[Desktop Entry]\nType=Application\nName=a\u{202e}b\nExec=viewer',
  ])
    expect(readDesktopEntry(text)).toBeNull();
});

test('returns only absolute paths and plain names for any file', () => {
  const line = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(line, (exec) => {
      const read = readDesktopEntry(entry(`Exec=${exec}`));
      expect(read === null || read.program.startsWith('/') || !read.program.includes('/')).toBe(true);
    }),
  );
});
