import { createServer, type AddressInfo } from 'node:net';

/** Returns a free port: it must be known before the parts that use it in URLs are mounted. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
