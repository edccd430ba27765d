import type { RequestOptions } from 'node:https';
import { err, ok, type Result } from '@comet/foundation';

/** The bytes that an answer may have. */
const longestAnswer = 16 * 1024;

export interface AdmissionAnswer {
  readonly status: number;
  readonly body: string;
}

export interface AdmissionSilence {
  readonly detail: string;
  /** Whether a connection that had waited was found to be closed: the gateway has not received the request. */
  readonly wasWarm: boolean;
  /** What the connection failed by; absent where it only ended. */
  readonly cause?: Error;
}

/** Sends one request. Resolves when it is answered, or over. */
export function callAdmission(
  options: RequestOptions,
  body: string,
): Promise<Result<AdmissionAnswer, AdmissionSilence>> {
  return new Promise((resolve) => {
    const call = process.getBuiltinModule('node:https').request(options, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > longestAnswer) response.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('end', () =>
        resolve(ok({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') })),
      );
      response.on('error', (error) => resolve(err({ detail: error.message, wasWarm: false })));
    });
    call.on('error', (error) =>
      resolve(
        err({
          detail: error.message,
          cause: error,
          wasWarm:
            call.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'),
        }),
      ),
    );
    // Whatever else the gateway may do to it, as going over to another protocol: a call that is over has an end.
    call.on('close', () =>
      resolve(err({ detail: 'the connection ended without an answer', wasWarm: false })),
    );
    call.end(body);
  });
}
