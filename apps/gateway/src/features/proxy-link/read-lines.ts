import type { Readable } from 'node:stream';
import { linesOf } from '../../platform/lines.ts';

/** Calls `take` for each line of a stream as it comes; `refuse` when one is over `longest` characters. */
export function readLines(
  stream: Readable,
  longest: number,
  take: (line: string) => void,
  refuse: () => void,
): void {
  const reading = async (): Promise<void> => {
    for await (const line of linesOf(stream as AsyncIterable<Uint8Array>, longest)) take(line);
  };
  reading().catch(refuse);
}
