import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManagementReader } from './program.ts';

describe('the management interface', () => {
  const readEvents = (...lines: readonly string[]) => {
    const reader = new ManagementReader();
    return lines.map((line) => reader.take(line)).filter((event) => event !== null);
  };

  test('reads a login without storing its source address', () => {
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

  test('identifies a disconnected client by number, and checks a new key like a login', () => {
    expect(readEvents('>CLIENT:DISCONNECT,7', '>CLIENT:ENV,username=ada', '>CLIENT:ENV,END')).toEqual([
      { kind: 'gone', cid: 7 },
    ]);
    expect(readEvents('>CLIENT:REAUTH,7,2', '>CLIENT:ENV,END')).toEqual([
      { kind: 'login', cid: 7, kid: 2, username: '', password: '' },
    ]);
    expect(readEvents('>CLIENT:ESTABLISHED,7', '>CLIENT:ENV,END', '>CLIENT:ADDRESS,7,100.80.0.2,1')).toEqual([
      { kind: 'address', cid: 7, address: '100.80.0.2' },
    ]);
    expect(readEvents('>CLIENT:ADDRESS,7,10.0.0.0/8,1', '>CLIENT:ADDRESS,7,../x,1')).toEqual([]);
  });

  test('no sequence of lines makes it fail, or produces a login without a header', () => {
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
        expect(readEvents(...lines).filter(({ kind }) => kind === 'login' || kind === 'gone')).toEqual([]);
      }),
    );
  });
});
