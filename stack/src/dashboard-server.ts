import { createDashboardServer } from './dashboard/server.ts';
import { serveUntilEnded } from './service/serve-until-ended.ts';

/** Serves the dashboard until it is ended. Reads HOST, PORT, SITE_FOLDER, API_URL, PAYMENT_ORIGIN and SITE_URL. */
const { SITE_FOLDER = '', API_URL = '', PAYMENT_ORIGIN = '', SITE_URL = '' } = process.env;
const server = await createDashboardServer({
  folder: SITE_FOLDER,
  api: new URL(API_URL),
  paymentOrigin: PAYMENT_ORIGIN,
  site: new URL(SITE_URL),
});
serveUntilEnded(server, process.env);
