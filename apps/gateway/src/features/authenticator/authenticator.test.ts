import { credentialMac } from '@comet/admission';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Doorkeeper } from './doorkeeper.ts';
import { ManagementReader } from './management-reader.ts';
import { order } from './orders.ts';
import { Roll } from './roll.ts';

const pepper = Buffer.alloc(32, 7).toString('base64url');
const of = (id: string, sub = 'a'.repeat(22), password = 'word') => ({
  id,
  sub,
  mac: credentialMac(Buffer.alloc(32, 7), id, password),
});
const until = 1_000;
const now = 500;

function opened(...ids: readonly string[]) {
  const roll = new Roll();
  roll.replace({ pepper, until, credentials: ids.map((id) => of(id)) });
  const doorkeeper = new Doorkeeper(roll);
  const login = (cid: number, username: string, password = 'word', at = now, server = 'udp') =>
    doorkeeper.login(server, { cid, kid: 1, username, password }, at).line;
  return { roll, doorkeeper, login };
}

describe('the doorkeeper', () => {
  test('lets in whose credentials are on the roll, and nobody else', () => {
    const { login, doorkeeper } = opened('ada');
    expect(login(0, 'ada')).toBe('client-auth-nt 0 1');
    expect(login(1, 'ada', 'wrong')).toMatch(/^client-deny 1 1 /);
    expect(login(2, 'eve')).toMatch(/^client-deny 2 1 /);
    expect(login(3, '', '')).toMatch(/^client-deny 3 1 /);
    expect(doorkeeper.size).toBe(1);
  });

  test('lets nobody in before it was told anything, nor after the roll has grown too old', () => {
    const empty = new Doorkeeper(new Roll());
    expect(empty.login('udp', { cid: 0, kid: 0, username: 'ada', password: 'word' }, 0).line).toMatch(
      /^client-deny/,
    );
    const { login, roll, doorkeeper } = opened('ada');
    expect(login(0, 'ada', 'word', until)).toMatch(/^client-auth/);
    expect(doorkeeper.evict(until)).toEqual([]);
    expect(login(1, 'ada', 'word', until + 1)).toMatch(/^client-deny/);
    expect(doorkeeper.evict(until + 1)).toEqual([{ server: 'udp', line: 'client-kill 0 HALT' }]);
    roll.trustUntil(until + 100);
    expect(login(2, 'ada', 'word', until + 1)).toMatch(/^client-auth/);
  });

  test('has a session leave when its right is withdrawn, and no other', () => {
    const { login, roll, doorkeeper } = opened('ada', 'bob');
    for (const [cid, name, server] of [
      [4, 'ada', 'udp'],
      [4, 'ada', 'tcp'],
      [5, 'bob', 'udp'],
    ] as const)
      login(cid, name, 'word', now, server);
    roll.withdraw('ada');
    expect(doorkeeper.evict(now)).toEqual([
      { server: 'udp', line: 'client-kill 4 HALT' },
      { server: 'tcp', line: 'client-kill 4 HALT' },
    ]);
    expect(doorkeeper.evict(now)).toEqual([]);
    // The server gave the session a new key, and asks about it before it has carried out the order.
    login(6, 'bob');
    roll.withdraw('bob');
    expect(login(6, 'bob')).toBe('client-kill 6 HALT');
  });

  test('a new roll keeps who is still on it', () => {
    const { login, roll, doorkeeper } = opened('ada', 'bob');
    login(0, 'ada');
    login(1, 'bob');
    roll.replace({ pepper, until, credentials: [of('bob')] });
    expect(doorkeeper.evict(now).map(({ line }) => line)).toEqual(['client-kill 0 HALT']);
    expect(login(2, 'ada')).toMatch(/^client-deny/);
  });

  test('an account has ten sessions at a time, on all servers together', () => {
    const { login, doorkeeper } = opened('ada');
    for (let cid = 0; cid < 10; cid += 1)
      expect(login(cid, 'ada', 'word', now, cid % 2 === 0 ? 'udp' : 'tcp')).toMatch(/^client-auth/);
    expect(login(10, 'ada')).toMatch(/^client-deny .*TEMP/);
    // A new key for a session that is there is no further session.
    expect(login(0, 'ada')).toMatch(/^client-auth/);
    doorkeeper.gone('udp', 0);
    expect(login(10, 'ada')).toMatch(/^client-auth/);
    doorkeeper.closed('tcp');
    expect([doorkeeper.size, doorkeeper.sizeOf('udp'), doorkeeper.sizeOf('tcp')]).toEqual([5, 5, 0]);
  });

  test('whatever a customer types, the answer is one line that holds none of it', () => {
    const { login } = opened('ada');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (username, password) => {
        expect(login(1, username, password)).toBe('client-deny 1 1 "unknown"');
      }),
    );
  });
});

describe('the management interface', () => {
  const ask = (...lines: readonly string[]) => {
    const reader = new ManagementReader();
    return lines.map((line) => reader.take(line)).filter((event) => event !== null);
  };

  test('a login is read, and where it comes from is not kept', () => {
    const reader = new ManagementReader();
    const lines = [
      '>CLIENT:CONNECT,3,1',
      '>CLIENT:ENV,n_clients=0',
      '>CLIENT:ENV,password=p=w',
      '>CLIENT:ENV,untrusted_port=50000',
      '>CLIENT:ENV,untrusted_ip=198.51.100.10',
      '>CLIENT:ENV,username=ada',
    ];
    for (const line of lines) expect(reader.take(line)).toBeNull();
    const login = reader.take('>CLIENT:ENV,END');
    expect(login).toEqual({ kind: 'login', cid: 3, kid: 1, username: 'ada', password: 'p=w' });
    expect(JSON.stringify(Object.values(reader))).not.toContain('198.51.100.10');
  });

  test('who leaves is known by number, and a new key is asked about like a login', () => {
    expect(ask('>CLIENT:DISCONNECT,7', '>CLIENT:ENV,username=ada', '>CLIENT:ENV,END')).toEqual([
      { kind: 'gone', cid: 7 },
    ]);
    expect(ask('>CLIENT:REAUTH,7,2', '>CLIENT:ENV,END')).toEqual([
      { kind: 'login', cid: 7, kid: 2, username: '', password: '' },
    ]);
    expect(ask('>CLIENT:ESTABLISHED,7', '>CLIENT:ENV,END', '>CLIENT:ADDRESS,7,100.80.0.2,1')).toEqual([]);
  });

  test('no order of lines makes it fail, and none without a heading makes a login', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '>CLIENT:ENV,END',
        '>CLIENT:ENV,username=ada',
        '>HOLD:0',
        '>FATAL:x',
        '>CLIENT:CONNECT,x,y',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(ask(...lines).filter(({ kind }) => kind === 'login' || kind === 'gone')).toEqual([]);
      }),
    );
  });
});

test('an order that is none is refused', () => {
  for (const bad of [
    {},
    { type: 'run' },
    { type: 'roll', pepper: 'x' },
    { type: 'grant', credential: 'ada' },
    null,
  ])
    expect(order.safeParse(bad).success).toBe(false);
});
