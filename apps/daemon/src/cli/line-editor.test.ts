import { expect, test } from 'vitest';
import { editLine } from './line-editor.ts';

test('a line ends with the key that ends it, and what follows is kept for the next', () => {
  expect(editLine('', 'secret\n123456\n', false)).toEqual({
    line: 'secret',
    state: 'entered',
    rest: '123456\n',
  });
  expect(editLine('', 'secret\r\n123456', false)).toMatchObject({ line: 'secret', rest: '123456' });
  expect(editLine('se', 'cret\r', true)).toEqual({ line: 'secret', state: 'entered', rest: '' });
  expect(editLine('se', 'cr', true)).toEqual({ line: 'secr', state: 'open', rest: '' });
});

test('on a terminal, the control keys do what they say', () => {
  expect(editLine('', 'wrong🙂\x7f\x7f\bg\x15ht\r', true).line).toBe('wroght');
  expect(editLine('secret', '\x04', true)).toMatchObject({ line: 'secret', state: 'entered' });
  expect(editLine('secret', '\x03', true)).toEqual({ line: '', state: 'cancelled', rest: '' });
});

test('through a pipe, every character is meant', () => {
  expect(editLine('', 'a\x7fb\x03c\n', false).line).toBe('a\x7fb\x03c');
});
