import { expect, test } from 'vitest';
import { isOurs, resolvConfFor, restoration } from './dns.linux.ts';

const theirs = 'nameserver 192.168.77.1\nsearch lan\n';

test('names the tunnel’s resolvers and nothing of what was there', () => {
  const ours = resolvConfFor(['100.64.0.1', 'fd00:c0:e7::1']);
  expect(ours.split('\n').slice(1)).toEqual(['nameserver 100.64.0.1', 'nameserver fd00:c0:e7::1', '']);
  expect(isOurs(ours)).toBe(true);
});

test('takes no resolver that is not an address', () => {
  expect(() => resolvConfFor(['100.64.0.1\noptions rotate'])).toThrow(TypeError);
});

test('puts back what was there, to the letter', () => {
  const ours = resolvConfFor(['100.64.0.1']);
  expect(restoration(ours, { original: theirs })).toEqual({ do: 'write', content: theirs });
  expect(restoration(null, { original: theirs })).toEqual({ do: 'write', content: theirs });
  expect(restoration(ours, { original: null })).toEqual({ do: 'write', content: '' });
});

test('touches nothing that it did not write', () => {
  expect(restoration(theirs, null)).toEqual({ do: 'nothing' });
  expect(restoration('nameserver 192.0.2.99\n', { original: theirs })).toEqual({ do: 'leave-theirs' });
});
