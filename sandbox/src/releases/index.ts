export { emptyReleases, RELEASE_FAULTS, type ReleaseState } from './release.ts';
export { releaseRoutes, type ReleaseSettings } from './releases.routes.ts';
