import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AddressText } from './address-text.tsx';
import { CommandText } from './command-text.tsx';

const rendered = (command: string): string => renderToStaticMarkup(<CommandText>{command}</CommandText>);
const whole = (word: string): string => `<span class="whitespace-nowrap">${word}</span>`;

test('options and short names with hyphens stay whole', () => {
  expect(rendered('comet login --email ada@example.com')).toBe(
    `comet login ${whole('--email')} ada<wbr/>@example.com`,
  );
  expect(rendered('comet locations\n  --type native-residential')).toBe(
    `comet locations\n  ${whole('--type')} ${whole('native-residential')}`,
  );
});

test('paths and long names may wrap', () => {
  const command = 'sudo install a-name-of-more-than-twenty-letters /etc/some-folder/';
  expect(rendered(command)).toBe(command);
});

test('a connection string wraps before its host', () => {
  expect(rendered('http://user:secret@127.0.0.1:8080')).toBe('http://user:secret<wbr/>@127.0.0.1:8080');
});

test('a URL wraps after its slashes', () => {
  expect(rendered('curl https://api.example/v1/caller-address')).toBe(
    'curl https://api.example/<wbr/>v1/<wbr/>caller-address',
  );
});

test('an address wraps after colons, a path after slashes', () => {
  const wrapped = (text: string) => renderToStaticMarkup(<AddressText>{text}</AddressText>);
  expect(wrapped('2001:db8::7')).toBe('2001:<wbr/>db8::<wbr/>7');
  expect(wrapped('/opt/player')).toBe('/<wbr/>opt/<wbr/>player');
});
