import type { Route } from '../../platform/http/requests/route.ts';
import {
  type ContactRoutesDeps,
  postContactFormRoute,
  sendContactRoute,
  showPuzzleRoute,
} from './contact.route.ts';

/** What people without an account write to us. */
export function contactRoutes(deps: ContactRoutesDeps): Route[] {
  return [showPuzzleRoute(deps), sendContactRoute(deps), postContactFormRoute(deps)];
}
