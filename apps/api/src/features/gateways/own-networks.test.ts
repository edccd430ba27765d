import { expect, test } from 'vitest';
import { ownHostsOf } from './own-networks.ts';

test('blocks a database, allows a public page at its port, and ignores a socket', () => {
  const pages = ['https://api.comet.example', 'http://[2600:1::7]:8080/page'];
  expect(ownHostsOf({ databaseUrl: 'postgres://me:secret@db.internal:5432/comet', pages })).toEqual([
    { host: 'db.internal', open: null },
    { host: 'api.comet.example', open: 443 },
    { host: '2600:1::7', open: 8080 },
  ]);
  expect(ownHostsOf({ databaseUrl: 'postgres:///comet?host=/run/postgresql', pages: [] })).toEqual([]);
  expect(ownHostsOf({ databaseUrl: 'host=/run user=comet', pages: [] })).toEqual([]);
});
