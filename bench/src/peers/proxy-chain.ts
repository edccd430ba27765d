import { Server } from 'proxy-chain';

/** The npm package `proxy-chain` with the same user name and password as our proxy. Prints its port. */
const server = new Server({
  host: '127.0.0.1',
  port: 0,
  prepareRequestFunction: ({ username, password }) => ({
    requestAuthentication: username !== 'abc123' || password !== 'word',
  }),
});
await server.listen();
console.log(server.port);
process.once('SIGTERM', () => void server.close(true).then(() => process.exit(0)));
