import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A TCP server that handles connections like a SOCKS5 proxy (RFC 1928, 1929) with one account, or without any. */
export function socks5Server(
  login: { readonly user: string; readonly password: string } | null,
  target: () => { readonly host: string; readonly port: number },
) {
  const requested: string[] = [];
  const server = createServer((socket) => {
    const reader = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let rest: Buffer = Buffer.alloc(0);
    const read = async (length: number): Promise<Buffer> => {
      while (rest.length < length) {
        const { value, done } = await reader.next();
        if (done === true) throw new Error('ended');
        rest = Buffer.concat([rest, value]);
      }
      const part = rest.subarray(0, length);
      rest = rest.subarray(length);
      return part;
    };
    const serve = async (): Promise<void> => {
      const methods = await read((await read(2))[1] ?? 0);
      const method = login === null ? 0 : 2;
      socket.write(Buffer.from([5, methods.includes(method) ? method : 0xff]));
      if (!methods.includes(method)) return void socket.end();
      if (login !== null) {
        const user = (await read((await read(2))[1] ?? 0)).toString();
        const password = (await read((await read(1))[0] ?? 0)).toString();
        const isRight = user === login.user && password === login.password;
        socket.write(Buffer.from([1, isRight ? 0 : 1]));
        if (!isRight) return void socket.end();
      }
      const name = (await read((await read(5))[4] ?? 0)).toString();
      requested.push(`${name}:${(await read(2)).readUInt16BE()}`);
      const upstream = connect(target());
      upstream.on('error', () => socket.destroy());
      await once(upstream, 'connect');
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      upstream.pipe(socket);
      for (;;) {
        const { value, done } = await reader.next();
        if (done === true) break;
        upstream.write(value);
      }
      upstream.end();
    };
    serve().catch(() => socket.destroy());
  });
  return { server, requested };
}
