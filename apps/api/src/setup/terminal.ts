import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Terminal } from './prompt-for-settings.ts';

/** A terminal on standard input and output. Entered text is not shown while a secret is entered. */
export function openTerminal(): Terminal & { close(): void } {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const line = createInterface({ input: process.stdin, output, terminal: true });
  return {
    async ask(prompt, options) {
      if (options.isHidden) process.stdout.write(prompt);
      isHidden = options.isHidden;
      try {
        return await line.question(isHidden ? '' : prompt);
      } finally {
        if (isHidden) process.stdout.write('\n');
        isHidden = false;
      }
    },
    print: (text) => void process.stdout.write(`${text}\n`),
    close: () => line.close(),
  };
}
