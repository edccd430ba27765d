/** Paths that the API serves on all our origins: RFC 9116 requires its file on each. The first ends in a slash and includes all below it. */
export const API_PATHS = { folder: '/api/', file: '/.well-known/security.txt' } as const;

/**
 * Pages of the marketing site that are redirected from the dashboard's origin, with their path as the first group. The expression has the
 * same meaning in JavaScript and in RE2, which Caddy uses.
 */
export const SITE_PATHS = '^/(terms|privacy|refunds|download|help(?:/[a-z0-9-]+)?)/?$';

/** Files whose name contains a hash of their contents, for JavaScript and RE2. */
export const HASHED_FILE = '[-.][0-9A-Za-z_-]{7,8}\\.[0-9A-Za-z_]+$';

/** A path with a file name; on the dashboard's origin any other path is a route of the app. For JavaScript and RE2. */
export const FILE_PATH = '\\.[0-9A-Za-z_]+$';

/** Debian packages of the client, by name. The site serves them under `/download/`. */
export const CLIENT_PACKAGE = 'comet_[0-9A-Za-z_.+~-]+\\.deb';
