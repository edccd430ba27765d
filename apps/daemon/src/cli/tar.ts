/** A file of an archive: its name, at most 100 characters of ASCII, and its text. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

const block = 512;

/** A tar archive (POSIX ustar) of small texts, all readable by their owner alone. `at` is in unix seconds. */
export function tar(entries: readonly Entry[], at: number): Buffer {
  const parts = entries.flatMap(({ name, text }) => {
    const content = Buffer.from(text);
    return [
      header(name, content.length, at),
      content,
      Buffer.alloc((block - (content.length % block)) % block),
    ];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function header(name: string, size: number, at: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new TypeError(`tar: refused name ${JSON.stringify(name)}`);
  const made = Buffer.alloc(block);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  made.write(name, 0);
  made.write(`${octal(0o600, 7)}\0`, 100);
  made.write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  made.write(`${octal(size, 11)}\0`, 124);
  made.write(`${octal(at, 11)}\0`, 136);
  // The sum is taken with its own field as spaces.
  made.write('        0', 148);
  made.write('ustar\x0000', 257);
  const sum = made.reduce((total, byte) => total + byte, 0);
  made.write(`${octal(sum, 6)}\0 `, 148);
  return made;
}
