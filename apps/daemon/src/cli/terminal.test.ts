import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { describeRefusal } from './describe.ts';
import { terminal } from './terminal.ts';

/** Keeps what was written, or fails every write as a closed pipe or a full disk would. */
function output(options: { code?: string; isTTY?: boolean; colours?: boolean } = {}) {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      written.push(text);
      done(
        options.code === undefined ? null : Object.assign(new Error(options.code), { code: options.code }),
      );
    },
  });
  const { isTTY = false, colours = true } = options;
  return { written, stream: Object.assign(stream, { isTTY, columns: 80, hasColors: () => colours }) };
}

test('a reader that has read enough ends nothing, and is noticed', async () => {
  const ended: number[] = [];
  const out = terminal(output({ code: 'EPIPE' }).stream, output().stream, (code) => ended.push(code));
  out.say('one');
  await out.unread;
  out.say('two');
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
});

test('a result that cannot be written is a failure, in a sentence', async () => {
  const ended: number[] = [];
  const remarks = output();
  const out = terminal(output({ code: 'ENOSPC' }).stream, remarks.stream, (code) => ended.push(code));
  out.say('one');
  await out.unread;
  expect(ended).toEqual([1]);
  expect(remarks.written.join('')).toBe('The result could not be written: ENOSPC\n');
});

test('progress is drawn only for a person, and wiped before the next line', () => {
  const unseen = output();
  terminal(output().stream, unseen.stream).progress('Waiting');
  expect(unseen.written).toEqual([]);
  const seen = output({ isTTY: true });
  const out = terminal(output().stream, seen.stream);
  out.progress('Waiting');
  out.complain('No.');
  expect(seen.written).toEqual(['Waiting …', '\r\x1b[2K', 'No.\n']);
});

test.each([
  [{ isTTY: true }, 80],
  [{ isTTY: false }, 0],
  [{ isTTY: true, colours: false }, 0],
])('there is room for a picture on a terminal with colours: %j', (options, width) => {
  expect(terminal(output(options).stream, output().stream).pictureWidth).toBe(width);
});

test('nothing that the API says moves the cursor, retitles the window or turns the writing round', () => {
  const [results, remarks] = [output(), output({ isTTY: true })];
  const out = terminal(results.stream, remarks.stream);
  const hostile = 'a\u{1b}]0;title\u{7}b\u{1b}[2Kc\r\u{9b}31md\u{202e}e\nf';
  out.say(hostile);
  out.complain(describeRefusal({ error: 'api_refused', detail: hostile }));
  out.progress(hostile);
  const [shown] = results.written;
  expect(shown).toBe('a]0;titleb[2Kc31mde\nf\n');
  expect(remarks.written).toEqual(['a]0;titleb[2Kc31mdef.\n', 'a]0;titleb[2Kc31mdef …']);
});
