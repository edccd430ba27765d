export { objectStorageRoutes, type ObjectStorageSettings } from './object-storage.routes.ts';
