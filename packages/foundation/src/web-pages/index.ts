export { cacheControl, dashboardHeaders, type Headers, sitePageHeaders } from './page-headers.ts';
export { API_PATHS, FILE_PATH, HASHED_FILE, SITE_PATHS } from './paths.ts';
