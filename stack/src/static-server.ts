import { createSiteServer } from './dashboard/server.ts';

/** Serves the dashboard until it is ended. Told by HOST, PORT, SITE_FOLDER, API_URL and PAYMENT_ORIGIN. */
const {
  HOST = '127.0.0.1',
  PORT = '4801',
  SITE_FOLDER = '',
  API_URL = '',
  PAYMENT_ORIGIN = '',
} = process.env;
const server = await createSiteServer({
  folder: SITE_FOLDER,
  api: new URL(API_URL),
  paymentOrigin: PAYMENT_ORIGIN,
});
server.listen(Number(PORT), HOST);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
