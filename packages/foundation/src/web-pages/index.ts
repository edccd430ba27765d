export { cacheControl, dashboardHeaders, type Headers, sitePageHeaders } from './page-headers.ts';
export { API_PATHS, CLIENT_PACKAGE, FILE_PATH, HASHED_FILE, SITE_PATHS } from './paths.ts';
