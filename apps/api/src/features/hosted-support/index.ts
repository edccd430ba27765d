export { hostedSupportRoutes } from './hosted-support.routes.ts';
