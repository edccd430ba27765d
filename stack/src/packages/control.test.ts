import { expect, test } from 'vitest';
import { debianArchitecture, writeControl } from './control.ts';

const built = { version: '0.1.0', architecture: 'amd64', kibibytes: 12 };
const template = 'Package: comet\nSection: net\nDescription: one line\n and more\n';

test('the build adds what only it knows', () => {
  expect(writeControl(template, built)).toBe(
    'Package: comet\nSection: net\nVersion: 0.1.0\nArchitecture: amd64\nInstalled-Size: 12\nDescription: one line\n and more\n',
  );
});

test.each([
  [template.replace('Section: net', 'Version: 9'), built, 'the build adds'],
  [template.replace('Section: net', 'Section net'), built, 'must be a field'],
  ['Package: comet\n', built, 'must end with its description'],
  [template, { ...built, version: '1\nDepends: evil' }, "no version of Debian's"],
])('what is no control file is refused', (text, what, why) => {
  expect(() => writeControl(text, what)).toThrow(why);
});

test("Debian's names are its own", () => {
  expect(['x64', 'arm64'].map(debianArchitecture)).toEqual(['amd64', 'arm64']);
  expect(() => debianArchitecture('mips')).toThrow('no packages for mips');
});
