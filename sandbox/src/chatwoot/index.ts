export { chatwootRoutes, type ChatwootSettings } from './chatwoot.routes.ts';
