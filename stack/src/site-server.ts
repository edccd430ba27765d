import { serveUntilEnded } from './service/serve-until-ended.ts';
import { createSiteServer } from './site/server.ts';

/**
 * Serves the site until it is ended. Reads HOST, PORT, SITE_FOLDER and API_URL; SITE_URL and DASHBOARD_URL replace the
 * addresses that the site was built with.
 */
const { SITE_FOLDER = '', API_URL = '', SITE_URL = '', DASHBOARD_URL = '' } = process.env;
const server = await createSiteServer({
  folder: SITE_FOLDER,
  api: new URL(API_URL),
  instead: { 'https://dash.cometvpn.example': DASHBOARD_URL, 'https://cometvpn.example': SITE_URL },
});
serveUntilEnded(server, process.env);
