import type { Route } from '../../platform/http/requests/route.ts';
import {
  type ContactRoutesDeps,
  postContactFormRoute,
  sendContactRoute,
  showPuzzleRoute,
} from './contact.route.ts';

/** Routes for messages from people without an account. */
export function contactRoutes(deps: ContactRoutesDeps): Route[] {
  return [showPuzzleRoute(deps), sendContactRoute(deps), postContactFormRoute(deps)];
}
