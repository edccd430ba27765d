import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers with lines as they come. The source ends on the signal that its call was given. */
export function sendLines(reply: FastifyReply, lines: AsyncIterable<string>): FastifyReply {
  return (
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      // A buffering proxy would hold a revocation back.
      .header('x-accel-buffering', 'no')
      // It ends with the server or with the client: a connection that outlived it would hold up a server that is closing.
      .header('connection', 'close')
      .send(Readable.from(withLineEnds(lines), { objectMode: false }))
  );
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
