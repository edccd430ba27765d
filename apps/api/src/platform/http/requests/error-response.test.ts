import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { codeOfError } from './error-response.ts';

const failed = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const ofServer = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });

describe('a thrown error gives', () => {
  test.each([
    ['a server that ends itself', ofServer('57P02')],
    ['a full disk', ofServer('53100')],
    ['a connection that is refused', failed('connect ECONNREFUSED', { syscall: 'connect' })],
    [
      'a connection that the server cuts',
      failed('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read', errno: -104 }),
    ],
    ['a write to a cut connection', failed('write EPIPE', { code: 'EPIPE', syscall: 'write' })],
    [
      'a connection that the server cuts before its TLS handshake',
      failed('Client network socket disconnected before secure TLS connection was established', {
        code: 'ECONNRESET',
      }),
    ],
    ['a connection that ended', failed('Connection terminated unexpectedly')],
  ])('service_unavailable for %s', (_case, error) => {
    expect(codeOfError(error)).toBe('service_unavailable');
  });

  test.each([
    [
      'malformed_body',
      'a client that disconnects within its body',
      failed('aborted', { code: 'ECONNRESET' }),
    ],
    ['body_too_large', 'a long body', failed('too large', { code: 'FST_ERR_CTP_BODY_TOO_LARGE' })],
    ['internal_error', 'a file that is missing', failed('ENOENT', { code: 'ENOENT', syscall: 'read' })],
    ['internal_error', 'a connection to another service', failed('socket hang up', { code: 'ECONNRESET' })],
    ['internal_error', 'a violated constraint', ofServer('23505')],
  ])('%s for %s', (code, _case, error) => {
    expect(codeOfError(error)).toBe(code);
  });
});
