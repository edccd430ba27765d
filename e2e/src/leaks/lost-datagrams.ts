import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Lab } from '@comet/lab';
import type { StreamResult } from './numbered-stream.ts';

const program = join(import.meta.dirname, 'numbered-stream.ts');

/** Sends numbered datagrams from the client to an internet host and back while `during` runs; see `numbered-stream.ts`. */
export async function numberedStreamDuring(lab: Lab, during: () => Promise<void>): Promise<StreamResult> {
  const start = (host: 'inet' | 'client', mode: 'receive' | 'send') =>
    lab.spawn(host, [process.execPath, program, mode, lab.hosts.inet.ipv4], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const receiver = start('inet', 'receive');
  try {
    await new Promise<void>((resolve, reject) => {
      receiver.stdout?.once('data', () => resolve());
      receiver.once('close', (code) => reject(new Error(`The receiver ended with ${code}`)));
    });
    const sender = start('client', 'send');
    if (sender.stdout === null) throw new Error('The sender has no output');
    const result = text(sender.stdout);
    try {
      await during();
    } finally {
      sender.stdin?.end();
    }
    return JSON.parse(await result) as StreamResult;
  } finally {
    receiver.stdin?.end();
  }
}
